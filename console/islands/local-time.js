// Writes times in the time zone of the reader. Without this script they are shown in UTC.
const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
})
function localize(part) {
  for (const time of part.querySelectorAll('time')) {
    const inUtc = time.textContent ?? ''
    time.title = inUtc
    time.textContent = format.format(new Date(time.dateTime))
  }
}
localize(document)
// Other scripts send the event `shown` for each part that they add to the page.
document.addEventListener('shown', ({ detail }) => localize(detail))
