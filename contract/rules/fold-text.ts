/**
 * Returns the same text for all spellings of a name that are equal for people, so that what one person types finds what another
 * has written. It folds case (`ß` and `ẞ` to `ss`, the final sigma, all four letters i of Turkish), Unicode normalisation (NFKC),
 * typographic apostrophes and hyphens, invisible characters and spaces. Accents stay, because they tell names apart.
 * The result is compared only. It is never shown, and no name is unique by it.
 * @example
 * foldText(' MÜLLER') === foldText('mu\u0308ller')
 */
export const foldText = (text: string): string =>
  foldCase(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC'))
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFKC')

/**
 * Upper case makes one of letters that have several lower cases (`ſ` and `s`) or none of one letter (`ß`). Lower case comes
 * before it too, because `ẞ` is its own upper case.
 */
const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')

/** Returns whether a text has only ASCII characters. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)
