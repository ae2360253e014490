// The heading of a part of the page that can be opened and closed.
export function render({model}) {
  const button = document.createElement("button")
  button.type = "button"
  const name = document.createElement("span")
  const about = document.createElement("small")
  button.append(name, about)
  const heading = document.createElement("h2")
  heading.append(button)
  const show = () => {
    name.textContent = model.title
    about.textContent = model.about
    button.setAttribute("aria-expanded", model.open)
  }
  button.addEventListener("click", () => { model.open = !model.open })
  model.on(["title", "about", "open"], show)
  show()
  return heading
}
