// The cells of a sweep as a list: for choosing one without a mouse, and for opening the one that was chosen in the
// figure.

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

export function render({model}) {
  const select = element("select", {id: "sweep-cell"})
  const told = element("div", {class: "told", role: "status"})
  const inLab = element("button", {type: "button", onclick: () => model.send_msg({open: "lab"})}, "Open in Lab")
  const inCompare = element(
    "button", {type: "button", onclick: () => model.send_msg({open: "compare"})}, "Compare with the present rules",
  )
  select.addEventListener("change", () => model.send_msg({choose: Number(select.value)}))

  const showCells = () => {
    const cells = model.cells
    while (select.options.length > cells.length) { select.lastElementChild.remove() }
    cells.forEach((cell, place) => {
      const option = select.options[place] ?? select.appendChild(element("option"))
      const words = cell.told ? `${cell.label}: ${cell.told}` : cell.label
      if (option.value !== String(cell.number)) { option.value = cell.number }
      if (option.textContent !== words) { option.textContent = words }
    })
    select.value = String(model.chosen)
  }
  const showChosen = () => {
    select.value = String(model.chosen)
    told.replaceChildren(...model.lines.map((line) => element("p", {}, line)))
    told.classList.toggle("fault", model.fault)
    inLab.disabled = !model.can_open
    inCompare.disabled = !model.can_open || model.is_base
  }
  model.on("cells", showCells)
  for (const name of ["chosen", "lines", "fault", "can_open", "is_base"]) { model.on(name, showChosen) }
  showCells()
  showChosen()
  return element(
    "div", {class: "picker"},
    element("h2", {}, "A single cell"),
    element("p", {class: "faint", id: "sweep-cell-how"}, "Click a mark in the figure, or choose a cell here."),
    element("label", {for: "sweep-cell"}, "Cell"), select, told,
    element("div", {class: "buttons"}, inLab, inCompare),
  )
}
