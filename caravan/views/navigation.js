// The pages as links that work like links everywhere, taking back and making again, and help. The keys for taking back
// work wherever no text is being written.
export function render({model}) {
  const bar = document.createElement("div")
  bar.className = "bar"

  const nav = document.createElement("nav")
  nav.setAttribute("aria-label", "Pages")
  bar.append(nav)
  const links = new Map()
  for (const {name, title} of model.pages) {
    const link = document.createElement("a")
    link.textContent = title
    link.href = `?${name}=`
    link.addEventListener("click", event => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) { return }
      event.preventDefault()
      model.send_msg({page: name})
    })
    links.set(name, link)
    nav.append(link)
  }

  const button = (words, sign, message) => {
    const made = document.createElement("button")
    made.type = "button"
    made.title = words
    made.setAttribute("aria-label", words.replace(/ \(.*/, ""))
    made.innerHTML = sign
    made.addEventListener("click", () => model.send_msg(message))
    bar.append(made)
    return made
  }
  const arrow = path => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
  const undo = button("Undo (Ctrl+Z)", arrow("M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3"), {undo: true})
  const redo = button("Redo (Ctrl+Y)", arrow("m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3"), {redo: true})
  const help = button("Help and keys", arrow("M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3.5v.1"), {help: true})
  help.setAttribute("aria-haspopup", "dialog")

  const show = () => {
    for (const [name, link] of links) {
      if (name === model.front) { link.setAttribute("aria-current", "page") } else { link.removeAttribute("aria-current") }
    }
    undo.disabled = !model.can_undo
    redo.disabled = !model.can_redo
  }
  for (const name of ["front", "can_undo", "can_redo"]) { model.on(name, show) }
  show()

  const writes = element => element instanceof HTMLElement && (
    element.isContentEditable || element.tagName === "TEXTAREA" ||
    (element.tagName === "INPUT" && !["range", "checkbox", "radio", "button"].includes(element.type))
  )
  const pressed = event => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || writes(event.composedPath()[0])) { return }
    const key = event.key.toLowerCase()
    const again = key === "y" || (key === "z" && event.shiftKey)
    if (!again && key !== "z") { return }
    event.preventDefault()
    model.send_msg(again ? {redo: true} : {undo: true})
  }
  window.addEventListener("keydown", pressed)
  model.on("remove", () => window.removeEventListener("keydown", pressed))
  return bar
}
