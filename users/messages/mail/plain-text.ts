export const maxLineCharacters = 300
const maxBodyCharacters = 10_000

/**
 * Makes typed text safe. Mail programs turn `win.example` into a link, and as a username it would advertise that site in our mail
 * to somebody else's address. A zero-width space after each dot and slash prevents that.
 */
export const typed = (text: string, most = 100): string =>
  oneLine(text, most).replace(/[./:@](?=\S)/g, '$&\u200b')

export const typedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => typed(line, maxLineCharacters))
    .join('\n')

// Control characters for the writing direction are removed: otherwise `moc.live` could be shown as `evil.com`.
export const oneLine = (text: string, max = maxLineCharacters): string =>
  shortened(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Bidi_Control}/gu, '')
      .trim(),
    max,
  )

export const severalLines = (text: string): string =>
  shortened(
    text
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    maxBodyCharacters,
  )

/** Cuts text to a length, without leaving half of a surrogate pair at the end. */
const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
