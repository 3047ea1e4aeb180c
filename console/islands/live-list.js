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
  // The mark keeps this request from counting as a use of the console, so that an open page does not postpone the
  // re-authentication.
  if (touchedAt <= askedAt) request.setRequestHeader('latchkey-unattended', 'true')
  askedAt = Date.now()
  request.onreadystatechange = () => {
    // When the user is signed out by now, or must re-authenticate, the request is redirected to another page. That page is not
    // read, because the browser would report its style as forbidden by this page.
    const isHere = () => new URL(request.responseURL).pathname === location.pathname
    if (request.readyState !== request.HEADERS_RECEIVED || isHere()) return
    request.abort()
    stop()
  }
  request.onload = () => {
    const found = request.responseXML?.querySelector('table[data-live]')
    // When the service cannot answer at the moment, a warning is shown and the next request follows.
    if (request.status >= 500) return warn(true)
    if (request.status !== 200 || !found) return stop()
    warn(false)
    const known = new Set([...rows.children].map((row) => row.dataset.id))
    const fresh = [...found.querySelectorAll('tr[data-id]')].filter((row) => !known.has(row.dataset.id))
    const added = fresh.map((row) => document.importNode(row, true))
    rows.prepend(...added)
    while (rows.children.length > maxRows) rows.lastElementChild.remove()
    for (const row of added) document.dispatchEvent(new CustomEvent('shown', { detail: row }))
  }
  request.onerror = request.ontimeout = () => warn(true)
  request.onloadend = () => setTimeout(next, everyMs)
  request.send()
}

function next() {
  if (isOn && Date.now() - touchedAt > untouchedMs) stop()
  if (isOn && !document.hidden) ask()
  else setTimeout(next, everyMs)
}

function touch() {
  touchedAt = Date.now()
}

const button = document.createElement('button')

// The element for the warning exists from the beginning, because screen readers read aloud what is added to it later.
const place = document.createElement('div')
place.role = 'status'

/** Shows or hides the warning that no rows are added, with a link that loads the page again. */
function warn(isStopped) {
  if (isStopped === place.hasChildNodes()) return
  if (!isStopped) return place.replaceChildren()
  const link = document.createElement('a')
  link.href = location.href
  link.textContent = table.dataset.reload
  const words = document.createElement('p')
  words.append(table.dataset.stopped, ' ', link)
  const card = document.createElement('section')
  card.className = 'card state warn'
  card.append(words)
  place.append(card)
}

function stop() {
  turn(false)
  warn(true)
}

function turn(on) {
  warn(false)
  isOn = on
  button.textContent = on ? table.dataset.pause : table.dataset.follow
}

if (rows) {
  for (const kind of ['pointerdown', 'keydown', 'scroll']) addEventListener(kind, touch, { passive: true })
  button.type = 'button'
  button.className = 'button secondary'
  button.addEventListener('click', () => turn(!isOn))
  const bar = document.createElement('p')
  bar.append(button)
  table.parentElement.before(bar, place)
  turn(true)
  setTimeout(next, everyMs)
}
