// Copies what a button names, and says so. A page that came without encryption has no navigator.clipboard.
document.addEventListener("click", function (event) {
  var button = event.target.closest("button[data-copy]");
  if (!button) return;
  var field = document.createElement("textarea");
  field.value = button.dataset.copy;
  document.body.appendChild(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  button.textContent = "Copied";
});
