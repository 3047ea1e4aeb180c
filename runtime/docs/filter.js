// This script shows only the operations, models and rpcs that have all words of the filter field. Without scripts the field stays
// hidden.
const search = document.querySelector('#filter')
const field = search.querySelector('input')
const entries = [...document.querySelectorAll('[data-find]')].map((section) => ({
  section,
  line: document.querySelector(`nav a[href="#${CSS.escape(section.id)}"]`)?.parentElement,
}))
const groups = [...document.querySelectorAll('[data-group]')]

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const { section, line } of entries) {
    section.hidden = !words.every((word) => section.dataset.find.includes(word))
    if (line) line.hidden = section.hidden
    if (!section.hidden) shown++
  }
  for (const group of groups)
    group.hidden = !group.querySelector('[data-find]:not([hidden]), li:not([hidden])')
  search.querySelector('output').textContent = words.length > 0 ? `${shown} of ${entries.length}` : ''
}

search.hidden = false
field.addEventListener('input', filter)
// A link to an operation that the filter hides must still show it, so the filter is emptied.
addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target?.closest('[hidden]')) return
  field.value = ''
  filter()
  target.scrollIntoView()
})
// A browser may keep the text in the field when the page is reloaded, so the filter is applied at once.
filter()
