// A short start for the first visit, one step at a time, and the list of keys. It points at what it speaks of, wherever
// that is in the page.
export function render({model}) {
  const box = document.createElement("section")
  box.className = "box"
  box.setAttribute("role", "dialog")
  box.setAttribute("aria-modal", "false")
  const heading = document.createElement("h2")
  heading.id = "heading"
  box.setAttribute("aria-labelledby", "heading")
  heading.tabIndex = -1
  const text = document.createElement("p")
  const keys = document.createElement("dl")
  for (const [key, meaning] of model.keys) {
    const name = document.createElement("dt")
    name.textContent = key
    const words = document.createElement("dd")
    words.textContent = meaning
    keys.append(name, words)
  }
  const buttons = document.createElement("div")
  buttons.className = "buttons"
  const count = document.createElement("span")
  count.className = "faint"
  const button = (label, act) => {
    const made = document.createElement("button")
    made.type = "button"
    made.textContent = label
    made.addEventListener("click", act)
    return made
  }
  let step = 0
  const back = button("Back", () => go(step - 1))
  const next = button("Next", () => (step === model.steps.length - 1 ? close() : go(step + 1)))
  const leave = button("Close", () => close())
  next.className = "first"
  buttons.append(back, next, leave, count)
  box.append(heading, text, keys, buttons)

  const find = (selector, root = document) => {
    const here = root.querySelector(selector)
    if (here) { return here }
    for (const element of root.querySelectorAll("*")) {
      const inside = element.shadowRoot && find(selector, element.shadowRoot)
      if (inside) { return inside }
    }
    return null
  }
  let marked = null
  const mark = element => {
    if (marked) { marked.style.outline = ""; marked.style.outlineOffset = "" }
    marked = element
    if (marked) {
      marked.style.outline = "3px solid var(--panel-primary-color)"
      marked.style.outlineOffset = "4px"
      marked.scrollIntoView({block: "nearest"})
    }
  }
  const go = (to, by_hand = true) => {
    step = Math.max(0, Math.min(to, model.steps.length - 1))
    const {title, words, target} = model.steps[step]
    const last = step === model.steps.length - 1
    heading.textContent = title
    text.textContent = words
    keys.hidden = !last
    back.disabled = step === 0
    next.textContent = last ? "Begin" : "Next"
    count.textContent = `${step + 1} of ${model.steps.length}`
    mark(target ? find(target) : null)
    if (by_hand) { heading.focus() }
  }
  const close = () => {
    mark(null)
    model.is_open = false
    model.send_msg({closed: true})
  }
  const show = by_hand => {
    box.hidden = !model.is_open
    if (model.is_open) { go(0, by_hand) } else { mark(null) }
  }
  box.addEventListener("keydown", event => { if (event.key === "Escape") { close() } })
  model.on("turn", () => show(true))
  model.on("is_open", () => { if (!model.is_open) { show(false) } })
  show(false)
  return box
}
