// Keeps the page's address up to date without filling the browser's history.
export function render({model}) {
  const show = () => {
    if (model.query) { window.history.replaceState(window.history.state, "", `${window.location.pathname}?${model.query}`) }
  }
  model.on("query", show)
  show()
  return document.createElement("span")
}
