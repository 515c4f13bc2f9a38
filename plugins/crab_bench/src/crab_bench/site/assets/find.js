// Shows the entries in which every word of the query stands; those with all of them in the title come first.
var asked = new URLSearchParams(location.search);
var query = (asked.get("q") || "").trim();
var site = asked.get("site") || "";
var terms = query.toLowerCase().split(/\s+/).filter(Boolean);
function holds(text) {
  text = text.toLowerCase();
  return terms.every(function (term) { return text.includes(term); });
}
var found = ENTRIES.filter(function (entry) {
  return terms.length && (!site || entry[1].startsWith("http://" + site)) && holds(entry[0] + " " + entry[2]);
});
found.sort(function (a, b) { return holds(b[0]) - holds(a[0]); });
document.querySelector("input[name=q]").value = query;
document.querySelector("input[name=site]").value = site;
document.querySelector("h1").textContent =
  found.length ? found.length + (found.length > 1 ? " results" : " result") + " for " + query : "Nothing found for " + query;
found.slice(0, 12).forEach(function (entry) {
  var box = document.createElement("div"), link = document.createElement("a"), text = document.createElement("p");
  box.className = "result";
  link.href = entry[1];
  link.textContent = entry[0];
  text.className = "dim";
  text.textContent = entry[1].slice(7) + " - " + entry[2];
  box.append(link, text);
  document.querySelector("main").append(box);
});
