// Sets the settings before the first picture, so that the page does not flash. Everything else is a module.
document.documentElement.dataset.theme = localStorage.getItem("theme") || "";
document.documentElement.dataset.suits = localStorage.getItem("suits") || "";
document.documentElement.dataset.pace = localStorage.getItem("pace") || "";
