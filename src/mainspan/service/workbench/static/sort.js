// Tables that are sorted by a click on a heading, or by Enter on it.
for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const isDown = heading.getAttribute("aria-sort") === "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", isDown ? "ascending" : "descending");
      const sign = isDown ? 1 : -1;
      const value = (row) => {
        const cell = row.cells[column];
        return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
      };
      // Cells without a value come last, whatever the order.
      const compare = (one, other) => {
        if (typeof one === "number" && typeof other === "number") return sign * (one - other);
        if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
        return -sign * one.localeCompare(other);
      };
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort((one, other) => compare(value(one), value(other))));
    });
  });
}
