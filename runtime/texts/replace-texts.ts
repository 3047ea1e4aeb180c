import type { Language } from '#contract/declaration/languages.ts'
import { messageOf } from './message.ts'

export interface ReplacedText {
  /** The keys that lead to the text in the language file. */
  path: readonly string[]
  /** Plain text, with its arguments in braces. */
  text: string
}

/**
 * Returns texts in which some are replaced. A text in place of a list of paragraphs becomes such a list. A text with arguments becomes
 * a message, which `fill` gives its values.
 */
export const replaceTexts = <Texts>(
  texts: Texts,
  language: Language,
  replaced: readonly ReplacedText[],
): Texts =>
  replaced.reduce((made, { path, text }) => withText(made, path, { language, text }) as Texts, texts)

function withText(
  tree: unknown,
  [key, ...rest]: readonly string[],
  own: { language: Language; text: string },
): unknown {
  if (key === undefined) {
    const { text, language } = own
    return Array.isArray(tree)
      ? text.split(/\n+/).map((one) => toText(one, language))
      : toText(text, language)
  }
  const group = tree as Readonly<Record<string, unknown>>
  return { ...group, [key]: withText(group[key], rest, own) }
}

// An apostrophe would quote an argument behind it.
const toText = (text: string, language: Language) =>
  text.includes('{') ? messageOf(text.replaceAll("'", "''"), language) : text
