// What can be done with a figure besides looking at it: read it as a table, or save it as a picture or a table. The page
// answers each wish with what is shown at that moment; pictures are drawn here, since only the browser has them.

const SVG = "http://www.w3.org/2000/svg"
const FONT = "Roboto, Helvetica, Arial, sans-serif"
const EDGE = 18
const HEADING = {size: 19, weight: 600, line: 26}
const CAPTION = {size: 13, weight: 400, line: 19}
const SAVES = [["png", "PNG"], ["svg", "SVG"], ["csv", "CSV"]]

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) { node.setAttribute(name, value) }
  node.append(...children)
  return node
}

const font = (style) => `${style.weight} ${style.size}px ${FONT}`

// Break a text into lines that fit.
function wrapped(text, style, width) {
  const context = document.createElement("canvas").getContext("2d")
  context.font = font(style)
  const lines = []
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && context.measureText(longer).width <= width) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}

// Place heading, plot and caption below each other.
function layout(view, wish) {
  const {width, height} = view.bbox
  const heading = wrapped(wish.finding, HEADING, width)
  const caption = wish.lines.flatMap((line) => wrapped(line, CAPTION, width))
  const top = EDGE + heading.length * HEADING.line + 6
  const words = []
  heading.forEach((text, i) => words.push({text, style: HEADING, y: EDGE + HEADING.size + i * HEADING.line}))
  caption.forEach((text, i) => words.push({text, style: CAPTION, y: top + height + 8 + CAPTION.size + i * CAPTION.line}))
  const bottom = top + height + 8 + caption.length * CAPTION.line
  return {width: width + 2 * EDGE, height: Math.ceil(bottom + EDGE), plot: {width, height, y: top}, words}
}

function colours(view, root) {
  const filled = view.model.border_fill_color
  const style = getComputedStyle(root)
  const paper = typeof filled === "string" ? filled : style.getPropertyValue("--panel-surface-color")
  return {paper: paper || "#ffffff", ink: style.color}
}

async function png(view, wish, root) {
  const plan = layout(view, wish)
  const {paper, ink} = colours(view, root)
  const plot = view.export("png").canvas
  const scale = plot.width / plan.plot.width
  const canvas = element("canvas", {width: Math.round(plan.width * scale), height: Math.round(plan.height * scale)})
  const context = canvas.getContext("2d")
  context.scale(scale, scale)
  context.fillStyle = paper
  context.fillRect(0, 0, plan.width, plan.height)
  context.drawImage(plot, EDGE, plan.plot.y, plan.plot.width, plan.plot.height)
  context.fillStyle = ink
  for (const {text, style, y} of plan.words) {
    context.font = font(style)
    context.fillText(text, EDGE, y)
  }
  return new Promise((give, refuse) => {
    canvas.toBlob((blob) => (blob ? give(blob) : refuse(new Error("the browser gave no picture"))), "image/png")
  })
}

async function svg(view, wish, root) {
  const plan = layout(view, wish)
  const {paper, ink} = colours(view, root)
  const drawn = await (await view.export("svg").to_blob()).text()
  const plot = document.importNode(new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement, true)
  if (plot.localName !== "svg") { throw new Error("the browser gave no picture") }
  const make = (tag, attributes, text = "") => {
    const node = document.createElementNS(SVG, tag)
    for (const [name, value] of Object.entries(attributes)) { node.setAttribute(name, value) }
    node.textContent = text
    return node
  }
  const picture = make("svg", {
    width: plan.width, height: plan.height, viewBox: `0 0 ${plan.width} ${plan.height}`, role: "img",
  })
  picture.append(
    make("title", {}, wish.finding), make("desc", {}, wish.lines.join("\n")),
    make("rect", {width: plan.width, height: plan.height, fill: paper}),
  )
  plot.setAttribute("x", EDGE)
  plot.setAttribute("y", plan.plot.y)
  picture.append(plot)
  for (const {text, style, y} of plan.words) {
    picture.append(make("text", {
      x: EDGE, y, fill: ink, "font-family": FONT, "font-size": style.size, "font-weight": style.weight,
    }, text))
  }
  return new Blob([new XMLSerializer().serializeToString(picture)], {type: "image/svg+xml"})
}

const makers = {
  png, svg,
  csv: async (view, wish) => new Blob([wish.text], {type: "text/csv;charset=utf-8"}),
}

function save(blob, name) {
  const address = URL.createObjectURL(blob)
  element("a", {href: address, download: name}).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function filled(table) {
  const head = table.columns.map((name, i) => {
    const cell = element("th", {scope: "col"}, name)
    if (table.numeric[i]) { cell.className = "number" }
    return cell
  })
  const rows = table.rows.map((row) => element("tr", {}, ...row.map((text, i) => {
    const cell = i === 0 ? element("th", {scope: "row"}, text) : element("td", {}, text)
    if (table.numeric[i]) { cell.className = "number" }
    return cell
  })))
  const made = element(
    "table", {}, element("caption", {}, table.caption),
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows),
  )
  return made
}

export function render({model}) {
  const said = element("span", {class: "said", role: "status"})
  const box = element("div", {class: "scrolls", id: "table", role: "region", tabindex: "0"})
  const toggle = element("button", {type: "button", "aria-controls": "table"}, "Table")
  toggle.addEventListener("click", () => { model.open = !model.open })
  const saves = SAVES.map(([kind, label]) => {
    const button = element("button", {type: "button", title: `Save as ${label}`}, label)
    button.addEventListener("click", () => {
      said.textContent = ""
      model.send_msg({want: kind})
    })
    return button
  })
  const group = element("div", {class: "tools", role: "group"}, toggle, ...saves, said)
  const root = element("div", {class: "root"}, group, box)

  const show = () => {
    group.setAttribute("aria-label", `${model.title}: table and files`)
    box.setAttribute("aria-label", `${model.title}: table`)
    toggle.setAttribute("aria-expanded", model.open)
    toggle.hidden = saves[2].hidden = !model.tabular
    for (const button of [toggle, ...saves]) { button.disabled = !model.ready }
    box.hidden = !(model.open && model.ready)
  }
  const fill = () => {
    const {scrollTop, scrollLeft} = box
    box.replaceChildren(...(model.open && model.table.columns ? [filled(model.table)] : []))
    box.scrollTo(scrollLeft, scrollTop)
  }
  model.on(["title", "open", "ready", "tabular"], () => {
    show()
    fill()
  })
  model.on("table", fill)
  model.on("msg:custom", async (event) => {
    const wish = event.data ?? event
    if (!makers[wish.want]) { return }
    try {
      const view = wish.want === "csv" ? null : Bokeh.index.find_one_by_id(wish.figure)
      if (wish.want !== "csv" && !view) { throw new Error("the figure isn\u2019t on the page") }
      save(await makers[wish.want](view, wish, root), wish.name)
      said.textContent = `Saved ${wish.name}`
    } catch (error) {
      said.textContent = `That couldn\u2019t be saved: ${error.message}`
    }
  })
  show()
  fill()
  return root
}
