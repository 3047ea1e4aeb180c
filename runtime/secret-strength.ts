/**
 * Words that people use as a placeholder for a secret and forget to replace. They are too long to occur in
 * random text.
 */
const placeholders = [
  ...['changeme', 'changethis', 'replaceme', 'replacethis', 'placeholder', 'example', 'insecure'],
  ...['mypassword', 'yourpassword', 'apassword', 'yoursecret', 'mysecret', 'secretkey', 'letmein'],
]

/**
 * True when a long secret could be guessed from its pattern: few different characters, one piece repeated, counting up or
 * down, or a placeholder such as `changeme`. Random bytes practically never have such a pattern.
 */
export function isGuessable(secret: Uint8Array): boolean {
  return (
    new Set(secret).size < 8 ||
    isRepeated(secret) ||
    isCounted(secret) ||
    isPlaceholder(Buffer.from(secret).toString('latin1'))
  )
}

function isRepeated(secret: Uint8Array): boolean {
  for (let period = 1; period <= secret.length / 2; period++)
    if (secret.every((byte, at) => at < period || byte === secret[at - period])) return true
  return false
}

/** True when more than half of the bytes differ from the byte before by the same number, as in `abcdef`. */
function isCounted(secret: Uint8Array): boolean {
  const counts = new Map<number, number>()
  for (let at = 1; at < secret.length; at++) {
    const step = (secret[at] ?? 0) - (secret[at - 1] ?? 0)
    counts.set(step & 255, (counts.get(step & 255) ?? 0) + 1)
  }
  return Math.max(...counts.values()) > secret.length / 2
}

function isPlaceholder(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '')
  return placeholders.some((word) => letters.includes(word))
}
