// What the button says where it cannot do anything.

import { text, translate } from "../shared/texts.js";

translate(document);
const why = document.getElementById("why");
if (why) why.textContent = text(`says_${location.search.slice(1) || "forbidden"}`);
