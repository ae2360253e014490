// What the page says to the browser's window and asks of it: its address, kept up to date without filling the history,
// and how wide it is.
export function render({model}) {
  const show = () => {
    if (model.query) {
      window.history.replaceState(window.history.state, "", `${window.location.pathname}?${model.query}`)
    }
  }
  model.on("query", show)
  show()
  model.on("questions", () => model.send_msg({width: window.innerWidth}))
  return document.createElement("span")
}
