let segmenter: Intl.Segmenter | undefined

/** Making a segmenter takes 8 ms of a start, and a start that prints plain texts needs none. */
const graphemesOf = (text: string) => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** A pattern for texts whose characters all take one column of a terminal. */
const plain = /^[\x20-\x7e]*$/

/** Characters that take two columns of a terminal: emoji, and the characters that Unicode (UAX 11) calls wide or full-width. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])/u

/** Characters that take no column: combining marks, and characters that only join or format others. */
const unseen = /^[\p{Mn}\p{Me}\p{Cf}]/u

const widthOfOne = (grapheme: string): number => (unseen.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1)

/** Returns how many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += widthOfOne(segment)
  return width
}

/** Cuts a text so that it takes no more than `width` columns of a terminal, and ends it with `…` if something is missing. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let cut = ''
  let left = width - 1
  for (const { segment } of graphemesOf(text)) {
    left -= widthOfOne(segment)
    if (left < 0) break
    cut += segment
  }
  return `${cut}…`
}

/** Breaks a text between its words into lines of at most `width` columns. A longer word stays whole, so that it can be copied. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
