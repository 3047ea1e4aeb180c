import { foldText, isAscii } from '#contract/rules/fold-text.ts'

/**
 * The index of folded texts holds users whose name or address has a character outside ASCII, which the databases do not fold alike.
 * The text of a user is the folded name and address, then the first two characters of each word, each after two marks. A search for
 * one or two characters looks for them after two marks or one, so that every search has the three characters of a trigram.
 */
const mark = '\u0001'

/** Scripts without spaces between words: every character may begin a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u

/**
 * Returns the text of a user in the index of folded texts; undefined for a user whose name and address are ASCII, because the
 * plain index finds such a user.
 */
export function foldedTextOf({ name, email }: { name: string | null; email: string }): string | undefined {
  const folded = [name ?? '', email].filter((text) => !isAscii(text)).map(foldText)
  if (folded.length === 0) return undefined
  const beginnings = new Set(folded.flatMap(wordBeginnings))
  return `\n${folded.join('\n')}\n${[...beginnings].map((one) => `${mark}${mark}${one}`).join('')}`
}

const wordBeginnings = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(([word]) => {
    const characters = [...word]
    return characters.flatMap((one, at) =>
      at === 0 || unspaced.test(one) ? characters.slice(at, at + 2).join('') : [],
    )
  })

/** A text that is searched for, in the forms in which users are compared with it. A form that finds no user is null. */
export interface SearchedText {
  /** The folded text. A text of one or two characters finds only words that begin with it. */
  folded: string
  isShort: boolean
  /** The text as it was typed, which finds users whose folded text is not in the index yet. */
  typed: string | null
  /** A text to find anywhere in the username, the address or the name. */
  part: string | null
  /** An ASCII text to find at the beginning of a word in the username, the address or the name. */
  beginning: string | null
  /** A text to find anywhere in the index of folded texts. */
  needle: string | null
}

export function readSearch(text: string): SearchedText {
  const folded = foldText(text)
  const { length } = [...folded]
  const isShort = length < 3
  const typed = [...text].length < 3 ? null : text
  if (length === 0) return { folded, isShort, typed, part: null, beginning: null, needle: null }
  return {
    folded,
    isShort,
    typed,
    part: isShort ? null : folded,
    beginning: isShort && isAscii(folded) ? folded : null,
    needle: isShort ? mark.repeat(3 - length) + folded : folded,
  }
}

/** The ASCII characters between words. */
export const separators: readonly string[] = Array.from({ length: 0x7f - 0x20 }, (_, at) =>
  String.fromCharCode(0x20 + at),
).filter((one) => !/[A-Za-z0-9]/.test(one))
