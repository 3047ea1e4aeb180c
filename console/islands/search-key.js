// The key `/` leads to the search, unless something is being typed.
addEventListener('keydown', (event) => {
  const { key, altKey, ctrlKey, metaKey, target } = event
  const isTyping = target instanceof Element && target.closest('input, select, textarea') !== null
  if (key !== '/' || altKey || ctrlKey || metaKey || isTyping) return
  const field = document.querySelector('#find')
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
})
