// This script adds new rows to a list, for which it requests the page again every few seconds. Without the script, the reader
// must load the page again. The reply is read as a document, because the Content-Security-Policy of the console lets no script
// make HTML of a text.
const everyMs = 5_000
const maxRows = 200
/** The time after which a page that nobody touches makes no more requests. */
const untouchedMs = 30 * 60_000

const table = document.querySelector('table[data-live]')
const rows = table?.querySelector('tbody')
let touchedAt = Date.now()
let askedAt = touchedAt
let isOn = true

function ask() {
  const request = new XMLHttpRequest()
  request.open('GET', location.href)
  request.responseType = 'document'
  request.timeout = 20_000
  // Otherwise a page that is left open would keep the console from asking again who is there.
  if (touchedAt <= askedAt) request.setRequestHeader('latchkey-unattended', 'true')
  askedAt = Date.now()
  request.onload = () => {
    const found = request.responseXML?.querySelector('table[data-live]')
    // A person who is signed out by now, or must confirm who they are, gets another page, which has no such table.
    if (request.status !== 200 || !found) return turn(false)
    const known = new Set([...rows.children].map((row) => row.dataset.id))
    const fresh = [...found.querySelectorAll('tr[data-id]')].filter((row) => !known.has(row.dataset.id))
    const added = fresh.map((row) => document.importNode(row, true))
    rows.prepend(...added)
    while (rows.children.length > maxRows) rows.lastElementChild.remove()
    for (const row of added) document.dispatchEvent(new CustomEvent('shown', { detail: row }))
  }
  request.onloadend = () => setTimeout(next, everyMs)
  request.send()
}

function next() {
  if (Date.now() - touchedAt > untouchedMs) turn(false)
  if (isOn && !document.hidden) ask()
  else setTimeout(next, everyMs)
}

function touch() {
  touchedAt = Date.now()
}

const button = document.createElement('button')

function turn(on) {
  isOn = on
  button.textContent = on ? table.dataset.pause : table.dataset.follow
}

if (rows) {
  for (const kind of ['pointerdown', 'keydown', 'scroll']) addEventListener(kind, touch, { passive: true })
  button.type = 'button'
  button.className = 'plain'
  button.addEventListener('click', () => turn(!isOn))
  const bar = document.createElement('p')
  bar.append(button)
  table.parentElement.before(bar)
  turn(true)
  setTimeout(next, everyMs)
}
