"""What a page says of itself: title, authors, dates, and where each of them was found."""
