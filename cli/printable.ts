/** The characters that a terminal would take as commands, or that change the direction of the text around them. */
const commanding = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/**
 * Escapes the characters of a text that could move the cursor, hide other text or pretend to be another line: names, user agents
 * and reasons come from people.
 */
export const printable = (text: string): string =>
  text.replace(commanding, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns a value as JSON with the characters escaped that `printable` escapes. The result is still valid JSON. */
export const printableJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).split('\n').map(printable).join('\n')}\n`

/** Prints the result of a command that was asked for `--json`. */
export const printJson = (value: unknown): void => void process.stdout.write(printableJson(value))
