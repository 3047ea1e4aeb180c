import type { FieldError } from '../declaration/failures.ts'
import type { Language } from '../declaration/languages.ts'
import { type CustomTextId, customTexts, isCustomTextId } from './custom-text-list.ts'

/** A text that an operator wrote, in one language. */
export interface CustomText {
  id: CustomTextId
  language: Language
  text: string
}

/** The maximum lengths of a text of one line and of one with several, in characters. */
export const maxCustomText = { line: 100, lines: 500 }

/**
 * Puts a text into the form in which it is stored and compared: composed characters (NFC), `\n` between lines, no spaces at the ends
 * of lines, and at most one empty line in a row.
 */
export const normalizeCustomText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * Checks a text that an operator wrote for pages or emails. It is plain text, in which mail programs find nothing to turn into a
 * link: an attacker with an admin's session must not lead users to another site.
 * @param text as `normalizeCustomText` returns it
 * @returns what is wrong with the text; undefined if it is accepted
 */
export function faultOfCustomText(id: CustomTextId, text: string): FieldError | undefined {
  const { isMultiline, placeholders } = customTexts[id]
  const max = isMultiline ? maxCustomText.lines : maxCustomText.line
  const fault = (code: string, detail: string): FieldError => ({ pointer: '/text', code, detail })
  if (text === '') return fault('required', 'The text is empty. To use the default again, delete the text.')
  if (text.length > max) return fault('too_long', `The text is longer than ${max} characters.`)
  if (!isMultiline && text.includes('\n')) return fault('invalid_format', 'This text has one line only.')
  if (unsafe.test(text))
    return fault('invalid_format', 'The text contains control, direction or invisible characters.')
  if (/[<>]/.test(text)) return fault('invalid_format', 'The text is plain text: < and > are not allowed.')
  if (isLinked(text))
    return fault(
      'url_not_allowed',
      'The text contains a URL, a host name or an email address. Use the links of the branding instead. After a period, write a space.',
    )
  const unknown = text.replace(/\{([a-z_]+)\}/g, (whole, name) => (placeholders.includes(name) ? '' : whole))
  if (/[{}]/.test(unknown)) {
    const known = placeholders.map((name) => `{${name}}`).join(', ')
    return fault(
      'unknown_placeholder',
      known === '' ? 'This text has no placeholders.' : `The placeholders of this text are: ${known}.`,
    )
  }
  return undefined
}

/**
 * True for a text that this version knows and accepts. Services pass over others: another version may have stored them, and a
 * placeholder without a value would break the page.
 */
export const isAcceptedText = (one: { id: string; text: string }): boolean =>
  isCustomTextId(one.id) && faultOfCustomText(one.id, one.text) === undefined

/** Characters that are not seen or change how others are seen: control, format, private and unassigned ones, and piled-up marks. */
const unsafe = /[^\P{C}\n]|[\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|\p{M}{4,}/u

/** Finds what mail programs turn into links: URLs, host names, IP addresses and email addresses. */
function isLinked(text: string): boolean {
  // Compatibility forms of letters and periods look the same, and some programs treat them the same.
  const plain = text.normalize('NFKC').replace(/(?<=[\w-])\u3002(?=[a-z]{2})/gi, '.')
  return (
    /:\/\/|\bwww\.|\b(?:mailto|tel|sms|javascript|data):/i.test(plain) ||
    /[\p{L}\p{N}}]\.(?:\p{L}{2,}|\{)/u.test(plain) ||
    /\d{1,3}(?:\.\d{1,3}){3}/.test(plain) ||
    /\S@\S/.test(plain)
  )
}
