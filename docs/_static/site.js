/* Names of controls of the theme, for screen readers. */
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".search-button-field").forEach((button) => button.removeAttribute("aria-label"));
  document.querySelectorAll(".search-button__button").forEach((button) => button.setAttribute("aria-label", "Search"));
  document.querySelectorAll("summary:has(> .toctree-toggle)").forEach((toggle) =>
    toggle.setAttribute("aria-label", "Show or hide the pages below"));
});
