import type { Language } from '#contract/declaration/languages.ts'
import { messageOf } from './message.ts'

/** The content of a language file: texts in ICU MessageFormat, grouped by keys. */
export type TextTree = string | readonly TextTree[] | { readonly [key: string]: TextTree }

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type EachValues<Texts> = Texts extends { (...values: never): unknown; readonly takes?: infer Values }
  ? Values
  : Texts extends string
    ? never
    : Texts extends readonly (infer Item)[]
      ? EachValues<Item>
      : { [Key in keyof Texts]: EachValues<Texts[Key]> }[keyof Texts]

/** The arguments of all messages in a group of texts. */
export type ValuesOf<Texts> = Intersection<NonNullable<EachValues<Texts>>>

/** A group of texts whose messages have their values. */
export type Filled<Texts> = Texts extends (...values: never) => unknown
  ? string
  : Texts extends string
    ? string
    : Texts extends readonly unknown[]
      ? readonly string[]
      : { readonly [Key in keyof Texts]: Filled<Texts[Key]> }

/**
 * Returns the texts of each language, made when a language is first asked for. A text that a language lacks is the English
 * one. `Texts` is the type that `npm run generate` writes from the English file.
 */
export function openTexts<Texts>(
  files: { readonly en: TextTree } & { readonly [Other in Language]: TextTree },
): (language: Language) => Texts {
  const made: Partial<Record<Language, Texts>> = {}
  return (language) => (made[language] ??= textsFrom(files.en, files[language], language) as Texts)
}

/**
 * Gives all messages of a group their values, for example those of a page.
 * @example fill(texts.deleteAccount, { username: 'ada' }).title
 */
export const fill = <Texts>(texts: Texts, values: ValuesOf<Texts>): Filled<Texts> =>
  filled(texts, values) as Filled<Texts>

function filled(texts: unknown, values: unknown): unknown {
  if (typeof texts === 'function') return texts(values)
  if (Array.isArray(texts)) return texts.map((text) => filled(text, values))
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, filled(text, values)]))
}

function textsFrom(english: TextTree, own: TextTree | undefined, language: Language): unknown {
  if (typeof english === 'string') {
    // English decides whether a text takes arguments, because its types do.
    const takesValues = english.includes('{')
    const [text, tongue] = typeof own === 'string' ? [own, language] : [english, 'en' as const]
    return takesValues ? messageOf(text, tongue) : text
  }
  if (isList(english))
    return english.map((text, at) => textsFrom(text, isList(own) ? own[at] : undefined, language))
  const group = typeof own === 'object' && !isList(own) ? own : {}
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, textsFrom(text, group[key], language)]),
  )
}

const isList = (tree: TextTree | undefined): tree is readonly TextTree[] => Array.isArray(tree)
