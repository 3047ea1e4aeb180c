// Shows in the preview what is typed into the form of the branding, before it is saved. Without this script, a button of the form
// loads the page again with what was typed.
const form = document.querySelector('.branding form')
const preview = document.querySelector('.preview')
const field = (name) => form.elements.namedItem(name)
const color = document.querySelector('#color')
const picked = document.querySelector('#picked')
const isColor = (text) => /^#[0-9a-f]{6}$/.test(text)
const typedColor = () => color.value.trim().toLowerCase()

/** Loads the stylesheet of a colour, and removes the one before only then, so that the preview never has none. */
function showColor() {
  const typed = typedColor()
  if (typed !== '' && !isColor(typed)) return
  const [before] = [...preview.querySelectorAll('link[data-accent]')].slice(-1)
  const href = `assets/accent/${typed.slice(1) || 'default'}.css`
  if (before.getAttribute('href') === href) return
  const link = before.cloneNode()
  link.href = href
  link.addEventListener('load', () => {
    for (const one of [...preview.querySelectorAll('link[data-accent]')]) if (one !== link) one.remove()
    describe(typed)
  })
  before.after(link)
}

/** Says in words which variants of the colour the pages use. */
function describe(typed) {
  const style = getComputedStyle(preview.querySelector('.sample'))
  for (const place of preview.querySelectorAll('[data-mode]')) {
    const used = style.getPropertyValue(`--on-${place.dataset.mode}`).trim()
    const words =
      typed === '' ? place.dataset.default : used === typed ? place.dataset.chosen : place.dataset.adjusted
    place.textContent = words.replace('{color}', used)
  }
}

function showTexts() {
  for (const place of preview.querySelectorAll('[data-shows]')) {
    const text = field(place.dataset.shows)?.value.trim()
    // A field that the environment fixes is not in the form.
    if (text === undefined) continue
    place.hidden = text === ''
    if (place.dataset.shows === 'name') place.textContent = text
  }
}

form.addEventListener('input', ({ target }) => {
  if (target === picked) color.value = picked.value
  else if (target === color && isColor(typedColor())) picked.value = typedColor()
  showTexts()
  if (target === picked || target === color) showColor()
})
if (picked) {
  picked.hidden = false
  picked.value = isColor(typedColor()) ? typedColor() : '#3451e0'
}
form.querySelector('[data-plain]').hidden = true
