// Lets people copy a value with a button. Without this script the buttons stay hidden.
for (const button of document.querySelectorAll('[data-copy]')) {
  const { copy, copied } = button.dataset
  const status = button.nextElementSibling
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copy)
    status.textContent = copied
    setTimeout(() => {
      status.textContent = ''
    }, 2_000)
  })
}
