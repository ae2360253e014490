// Which game is shown: rules, players, bots, seed, number of games, and the game's number. It needs elements.js.

const number = (attributes) => element("input", {type: "number", step: 1, inputmode: "numeric", ...attributes})

export function render({model}) {
  const {rules, bots, seats} = model.offer
  const send = (changes) => model.send_msg({choose: changes})
  const sendNumber = (name, field) => {
    const value = Number(field.value)
    if (field.value !== "" && Number.isSafeInteger(value)) { send({[name]: value}) }
  }
  const select = (options, act) => element("select", {onchange: act}, ...options.map(([value, text]) => element("option", {value}, text)))
  const preset = select(rules, () => send({rules: preset.value}))
  const changes = element("p", {class: "faint changes"})
  const lab = element("button", {type: "button", class: "plain", onclick: () => model.send_msg({lab: true})}, "Open these rules in Lab")
  const players = select([2, 3, 4].map((count) => [count, `${count}`]), () => send({players: Number(players.value)}))
  const line = seats.map((colour, place) => {
    const bot = select(bots.map((name) => [name, name]), () => send({bots: line.map((field) => field.bot.value)}))
    bot.style.borderLeft = `5px solid ${colour}`
    return {bot, field: labelled(`Seat ${place + 1}`, bot)}
  })
  const seed = number({min: 0, max: 9007199254740991})
  const games = number({min: 1, max: model.offer.games})
  const game = number({min: 0})
  for (const [name, field] of Object.entries({seed, games, game})) {
    field.addEventListener("change", () => sendNumber(name, field))
  }
  const step = (text, label, count) => element("button", {
    type: "button", class: "small", "aria-label": label, title: label, onclick: () => model.send_msg({step: count}),
  }, text)
  const back = element("button", {type: "button", class: "plain", onclick: () => model.send_msg({batch: true})}, "Back to simulated games")
  const log = element("p", {class: "log"})
  const ofLog = element("div", {hidden: true}, log, element("p", {class: "faint"}, "This page\u2019s address leads back to the place "
    + "that you see, but only together with this file, which is kept nowhere: whoever opens it has to load the file first."), back)
  const ofBatch = element("div", {class: "fields"}, labelled("Rules", preset), changes, lab,
    element("div", {class: "pair"}, ...line.map((entry) => entry.field)),
    element("div", {class: "trio"}, labelled("Players", players), labelled("Games", games), labelled("Seed", seed)))
  const problem = element("p", {class: "problem", role: "alert"})
  const root = element("section", {class: "picker", "aria-label": "Which game"},
    element("h2", {}, "Which game"), ofLog, ofBatch,
    element("div", {class: "one"}, labelled("Game number", game),
      step("\u2039", "The game before", -1), step("\u203a", "The next game", 1)),
    problem)

  const put = (field, value) => { if (field.getRootNode().activeElement !== field || field.value === "") { field.value = value } }
  function show() {
    const values = model.values
    ofLog.hidden = !values.log
    ofBatch.hidden = Boolean(values.log)
    write(log, values.log ?? "")
    const options = values.rules.own ? [...rules, ["own", values.rules.own]] : rules
    preset.replaceChildren(...options.map(([value, text]) => element("option", {value}, text)))
    preset.value = values.rules.key
    write(changes, values.rules.changes)
    changes.hidden = !values.rules.changes
    players.value = values.players
    line.forEach((entry, place) => {
      entry.field.hidden = place >= values.players
      const name = values.bots[place]
      if (name && ![...entry.bot.options].some((option) => option.value === name)) {
        entry.bot.append(element("option", {value: name}, name))
      }
      if (name) { entry.bot.value = name }
    })
    put(seed, values.seed)
    put(games, values.games)
    game.value = values.game
    game.max = values.last
    write(problem, values.problem ?? "")
  }
  model.on("values", show)
  show()
  return root
}
