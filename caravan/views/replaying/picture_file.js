// Saves a drawing as it is seen. It needs nothing.

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity",
  "font-size", "font-weight", "font-family", "text-anchor", "transform", "display", "paint-order"]

function standalone(svg) {
  const copy = svg.cloneNode(true)
  const originals = [svg, ...svg.querySelectorAll("*")]
  const copies = [copy, ...copy.querySelectorAll("*")]
  originals.forEach((node, place) => {
    const computed = getComputedStyle(node)
    const kept = STYLES.filter((name) => !(name === "transform" && computed.transform === "none"))
    copies[place].setAttribute("style", kept.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"))
  })
  const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number)
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg")
  copy.setAttribute("width", width)
  copy.setAttribute("height", height)
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect")
  paper.setAttribute("width", "100%")
  paper.setAttribute("height", "100%")
  paper.style.fill = "var(--board-paper)"
  svg.prepend(paper)
  paper.style.fill = getComputedStyle(paper).fill
  copy.prepend(paper)
  return {text: new XMLSerializer().serializeToString(copy), width, height}
}

export function save(blob, name) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export async function savePicture(svg, name, kind) {
  const {text, width, height} = standalone(svg)
  const drawing = new Blob([text], {type: "image/svg+xml"})
  if (kind === "svg") {
    save(drawing, `${name}.svg`)
    return
  }
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = 2 * width
  canvas.height = 2 * height
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  canvas.toBlob((blob) => save(blob, `${name}.png`))
}
