import { readFileSync } from 'node:fs'

const markup: unique symbol = Symbol('markup')

/** HTML whose values have been escaped. Only the functions of this file make it, so that no text from outside can pass for HTML. */
export interface Html {
  readonly [markup]: string
}

export type Part = Html | string | number | undefined | false | readonly Part[]

/**
 * Makes HTML from a template. Every value is escaped, in text and in attributes in double quotes, except values that are
 * `Html` already. A list is joined, and undefined and false are empty.
 * @example html`<a href="user?id=${user.id}">${user.name}</a>`
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Part[]): Html => ({
  [markup]: parts.reduce((text, part, index) => text + toMarkup(values[index - 1]) + part),
})

/** Joins parts, with a separator between them that is escaped like every other value. */
export const joinHtml = (parts: readonly Part[], separator: Part): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : [separator, part]))}`

/** Makes HTML of a text in which each match is marked. The pattern has one group, the part of a match that is shown. */
export const markMatches = (text: string, pattern: RegExp, mark: (part: string) => Html): Html =>
  html`${text.split(pattern).map((part, index) => (index % 2 === 0 ? part : mark(part)))}`

/**
 * Reads a script that is a file of the package, for a page that contains it. Such files are the only HTML that is not a literal of the code:
 * a script cannot be escaped, so it must never be a text that somebody has sent.
 */
export const readScript = (file: URL): Html => ({ [markup]: readFileSync(file, 'utf8') })

/**
 * Reads a stylesheet that is a file of the package, without its comments and the spaces between its words. Like a script, it is
 * never a text that somebody has sent.
 */
export const readStyle = (file: URL): Html => ({
  [markup]: readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}:;,]) /g, '$1')
    .replaceAll(' {', '{')
    .trim(),
})

export const markupOf = (made: Html): string => made[markup]

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return markup in part ? part[markup] : part.map(toMarkup).join('')
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => escapes[one] ?? '')
