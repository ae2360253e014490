// Which parameters vary, and over which values. What is typed is sent on once the typing rests; the page answers with
// what the values come to, or with what is wrong.

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value)
    } else if (value === true) {
      node.setAttribute(name, "")
    } else if (value !== false && value != null) {
      node.setAttribute(name, value)
    }
  }
  node.append(...children)
  return node
}

const TYPING_PAUSE = 400

// A whole number as a number, anything else as the text that it is, for the page to object to.
const typed = (text) => (/^\s*[-+]?\d{1,15}\s*$/.test(text) ? Number(text) : text)

function axisFields(model, place) {
  const title = place === 0 ? "Vary" : "And at the same time"
  const id = `axis-${place}`
  const select = element("select", {id: `${id}-parameter`})
  if (place === 1) { select.append(element("option", {value: ""}, "nothing else: a curve")) }
  for (const section of model.sections) {
    select.append(element("optgroup", {label: section.title}, ...section.rows.map(
      (row) => element("option", {value: row.name}, row.label),
    )))
  }
  const fields = {}
  let timer = null
  const pending = {}
  const flush = () => {
    clearTimeout(timer)
    if (Object.keys(pending).length === 0) { return }
    model.send_msg({axis: place, changes: {...pending}})
    for (const name of Object.keys(pending)) { delete pending[name] }
  }
  const entered = (name, value, rests) => {
    pending[name] = value
    clearTimeout(timer)
    if (rests) { flush() } else { timer = setTimeout(flush, TYPING_PAUSE) }
  }
  const number = (name, label) => {
    const input = element("input", {id: `${id}-${name}`, type: "number", step: 1, inputmode: "numeric", class: "number"})
    input.addEventListener("input", () => entered(name, typed(input.value), false))
    input.addEventListener("change", () => entered(name, typed(input.value), true))
    fields[name] = input
    return element("label", {class: "small"}, element("span", {}, label), input)
  }
  const text = element("input", {id: `${id}-text`, type: "text", class: "text", autocomplete: "off", spellcheck: "false"})
  text.addEventListener("input", () => entered("text", text.value, false))
  text.addEventListener("change", () => entered("text", text.value, true))
  fields.text = text
  const textLabel = element("span")
  const range = element("div", {class: "range"}, number("low", "from"), number("high", "to"), number("step", "step"))
  const doc = element("p", {class: "faint"})
  const words = element("p", {class: "values", "aria-live": "polite"})
  const fault = element("p", {class: "fault", role: "alert"})
  const values = element("div", {class: "filled"}, doc, range, element("label", {class: "wide"}, textLabel, text), words)
  select.addEventListener("change", () => {
    clearTimeout(timer)
    for (const name of Object.keys(pending)) { delete pending[name] }
    model.send_msg({axis: place, parameter: select.value})
  })
  const node = element(
    "div", {class: "axis", "data-axis": place},
    element("label", {for: `${id}-parameter`, class: "head"}, title), select, values, fault,
  )
  const put = (input, value) => {
    if (input.getRootNode().activeElement !== input || Object.keys(pending).length === 0) { input.value = value }
  }
  const show = () => {
    const axis = model.axes[place]
    if (!axis) { return }
    select.value = axis.parameter
    values.hidden = axis.parameter === ""
    range.hidden = !axis.whole
    doc.textContent = axis.doc
    textLabel.textContent = axis.whole ? "or these values, with commas between" : "values, with / between"
    for (const name of ["low", "high", "step"]) { put(fields[name], axis[name]) }
    fields.low.min = fields.high.min = axis.least
    fields.low.max = fields.high.max = axis.greatest
    fields.step.min = 1
    put(text, axis.text)
    text.placeholder = axis.whole ? "such as 2, 4, 8" : ""
    words.textContent = axis.words
    fault.textContent = axis.fault
    node.classList.toggle("wrong", axis.fault !== "")
  }
  return {node, show}
}

export function render({model}) {
  const axes = [axisFields(model, 0), axisFields(model, 1)]
  const show = () => { for (const axis of axes) { axis.show() } }
  model.on("axes", show)
  show()
  return element("div", {class: "axes"}, ...axes.map((axis) => axis.node))
}
