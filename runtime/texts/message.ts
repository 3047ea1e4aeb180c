import { createRequire } from 'node:module'
import type { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '#contract/declaration/languages.ts'
import { type Html, html } from '#runtime/html.ts'

/**
 * A text with arguments. With `Html` among the values the result is `Html`, in which the text and all other values are
 * escaped.
 * @example texts.signIn.toGoOn({ app: 'Wiki' })
 */
export interface Message<Values> {
  (values: Values): string
  (values: { [Name in keyof Values]: Values[Name] | Html }): Html
  /** Names the arguments for `ValuesOf`; there is no such property. */
  readonly takes?: Values
}

type Value = string | number | Html

/** Returns a message that is parsed when it is first used: a page shows few of the texts. */
export function messageOf(text: string, language: Language): Message<Record<string, Value>> {
  let parsed: IntlMessageFormat | undefined
  const format = (values: Record<string, Value>): string | Html => {
    parsed ??= new (formatter())(text, language, undefined, { ignoreTag: true })
    const parts = parsed.formatToParts<Html>(values)
    return parts.some(({ value }) => typeof value === 'object')
      ? html`${parts.map(({ value }) => value)}`
      : parts.map(({ value }) => value).join('')
  }
  return format as Message<Record<string, Value>>
}

let loaded: typeof IntlMessageFormat | undefined
const load = createRequire(import.meta.url)
/** Loads the library with the first message, so that a start does not wait for it. */
const formatter = (): typeof IntlMessageFormat =>
  (loaded ??= (load('intl-messageformat') as { IntlMessageFormat: typeof IntlMessageFormat })
    .IntlMessageFormat)
