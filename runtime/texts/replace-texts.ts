import type { Language } from '#contract/declaration/languages.ts'
import type { CustomText } from '#contract/rules/custom-text.ts'
import type { CustomTextId } from '#contract/rules/custom-text-list.ts'
import { messageOf } from './message.ts'

/** Where the language file has each text that operators can replace: the keys that lead to it. */
export type TextPaths = Readonly<Partial<Record<CustomTextId, readonly string[]>>>

/**
 * Returns texts in which those are replaced that the operator has written in this language, and for which there is a path. A text in
 * place of a list of paragraphs becomes such a list. A text with arguments in braces becomes a message, which `fill` gives its values.
 */
export const replaceTexts = <Texts>(
  texts: Texts,
  { language, paths, custom }: { language: Language; paths: TextPaths; custom: readonly CustomText[] },
): Texts =>
  custom.reduce((made, { id, language: its, text }) => {
    const path = its === language ? paths[id] : undefined
    return path === undefined ? made : (withText(made, path, { language, text }) as Texts)
  }, texts)

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
