"use strict";
// A link to a view opens it, also in browsers that do not open what they are led to.
function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let each = target && target.closest("details"); each; each = each.parentElement.closest("details")) {
    each.open = true;
  }
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();
