// A form for the parameters of a method, made from their declarations.
export function showParameters(place, method, values, onChange) {
  place.replaceChildren();
  for (const each of method.parameters) {
    const label = document.createElement("label");
    label.title = each.about;
    const field = fieldFor(each, values[each.name] ?? each.default);
    field.dataset.name = each.name;
    field.dataset.default = String(each.default);
    field.addEventListener("change", () => field.reportValidity() && onChange(written(method, place)));
    if (field.type === "checkbox") label.append(field, ` ${each.name}`);
    else label.append(`${each.name} `, field);
    place.append(label);
  }
}

function fieldFor(each, value) {
  if (each.type === "boolean") {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = value === true || value === "true";
    return box;
  }
  if (each.choices.length && each.type === "string") {
    const list = document.createElement("select");
    for (const choice of each.choices) list.add(new Option(choice || "(none)", choice, false, choice === String(value)));
    return list;
  }
  const field = document.createElement("input");
  if (each.type === "string" || each.choices.length) {
    field.size = 8;
  } else {
    field.type = "number";
    field.step = each.type === "integer" ? "1" : "any";
    if (each.low !== null) field.min = each.low;
    if (each.high !== null) field.max = each.high;
  }
  field.value = value;
  return field;
}

// The method as it is written: `accb:range=60`. Values that are the defaults are left out.
export function written(method, place) {
  const parts = [];
  for (const field of place.querySelectorAll("[data-name]")) {
    const value = field.type === "checkbox" ? String(field.checked) : field.value;
    if (value !== field.dataset.default) parts.push(`${field.dataset.name}=${value}`);
  }
  return parts.length ? `${method.name}:${parts.join(",")}` : method.name;
}

// The values in such a text.
export function valuesIn(text) {
  const [, rest = ""] = text.split(/:(.*)/s);
  return Object.fromEntries(rest.split(",").filter(Boolean).map((part) => part.split(/=(.*)/s).slice(0, 2)));
}
