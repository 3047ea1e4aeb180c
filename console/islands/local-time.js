// Writes times in the time zone of the reader. Without this script they are shown in UTC.
const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
})
for (const time of document.querySelectorAll('time')) {
  const inUtc = time.textContent ?? ''
  time.title = inUtc
  time.textContent = format.format(new Date(time.dateTime))
}
