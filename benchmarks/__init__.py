"""Speed, memory, growth, accuracy and fidelity, measured on whole packages."""
