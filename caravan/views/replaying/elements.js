// Plain functions for the page's scripts, put before their own text (see scripts.py).

export function element(tag, attributes = {}, ...children) {
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
  node.append(...children.filter((child) => child != null))
  return node
}

// Writes only what differs, since writing costs a new layout.
export function write(node, text) {
  if (node.textContent !== text) { node.textContent = text }
}

export const whole = (number) => number.toLocaleString("en-US")

export const counted = (count, what) => `${whole(count)} ${what}${count === 1 ? "" : "s"}`

export function labelled(text, field) {
  return element("label", {class: "field"}, element("span", {}, text), field)
}
