/* A picture opens in its full size; what hides it in the light or dark hides its link. */
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".bd-article img").forEach((picture) => {
    if (picture.closest("a")) return;
    const link = document.createElement("a");
    link.href = picture.src;
    link.className = ["image-reference", ...picture.classList].filter((name) => /^(image-|only-)/.test(name)).join(" ");
    picture.replaceWith(link);
    link.append(picture);
  });
});

/* Names of controls of the theme, for screen readers. */
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".search-button-field").forEach((button) => button.removeAttribute("aria-label"));
  document.querySelectorAll(".search-button__button").forEach((button) => button.setAttribute("aria-label", "Search"));
  document.querySelectorAll("summary:has(> .toctree-toggle)").forEach((toggle) =>
    toggle.setAttribute("aria-label", "Show or hide the pages below"));
});
