// Writes times in the time zone of the reader. Without this script they are shown in UTC.
const formatOf = (timeStyle) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle })
const formats = { short: formatOf('short'), medium: formatOf('medium') }
function localize(part) {
  for (const time of part.querySelectorAll('time')) {
    const inUtc = time.textContent ?? ''
    time.title = inUtc
    time.textContent = formats[time.dataset.style ?? 'short'].format(new Date(time.dateTime))
  }
}
localize(document)
// Other scripts send the event `shown` for each part that they add to the page.
document.addEventListener('shown', ({ detail }) => localize(detail))
