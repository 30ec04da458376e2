/* Names of two controls of the theme, for screen readers. */
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".search-button-field").forEach((button) => button.removeAttribute("aria-label"));
  document.querySelectorAll("summary:has(> .toctree-toggle)").forEach((toggle) =>
    toggle.setAttribute("aria-label", "Show or hide the pages below"));
});
