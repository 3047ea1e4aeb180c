import type { Language } from '#contract/declaration/languages.ts'
import { type Texts, textsIn } from '../texts/texts.ts'
import type { MailContent, MailKind, MailOf, Maker } from './mail-content.ts'
import { htmlMail, type MailParts, textMail } from './mail-layout.ts'
import { type Forms, type MailText, mailWords } from './mail-words.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** The locales of dates and durations. English is British: dates begin with the day. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

export function renderMail(content: MailContent, language: Language): RenderedMail {
  const texts = textsIn(language)
  const { greeting, plainLink, footer } = texts
  const plain = withPlainText(content)
  const words = wordsOf(plain, texts, formsOf(locales[language]))
  const subject = oneLine(words.subject, maxSubjectCharacters)
  const parts: MailParts = {
    language,
    subject,
    greeting: 'username' in plain ? greeting({ username: plain.username }) : undefined,
    paragraphs: words.paragraphs,
    link: 'link' in plain && words.button ? { url: plain.link, button: words.button, plainLink } : undefined,
    after: words.after ?? [],
    footer,
  }
  return { subject, text: textMail(parts), html: htmlMail(parts) }
}

/**
 * Looks up the text of a kind of mail. The cast is needed because the compiler cannot relate the text to the content of the same
 * kind.
 */
const wordsOf = <K extends MailKind>(content: MailOf<K>, texts: Texts, forms: Forms): MailText =>
  mailWords[content.kind as K](content, texts, forms)

/** The formatters by locale. They are kept, because making a formatter takes as long as rendering the rest of a mail. */
const formsByLocale = new Map<string, Forms>()

function formsOf(locale: string): Forms {
  const known = formsByLocale.get(locale) ?? newForms(locale)
  formsByLocale.set(locale, known)
  return known
}

function newForms(locale: string): Forms {
  const durations = new Map<string, Intl.NumberFormat>()
  let times: Intl.DateTimeFormat | undefined
  return {
    duration(amount, unit) {
      const format =
        durations.get(unit) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
      durations.set(unit, format)
      return format.format(amount)
    },
    time(epochMs) {
      times ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
      return `${times.format(epochMs)} UTC`
    },
  }
}

const maxSubjectCharacters = 150
const maxLineCharacters = 300
const maxBodyCharacters = 10_000

/**
 * Cleans text that people typed, so that it cannot add lines to the mail, and no mail program turns it into a
 * link.
 */
function withPlainText(content: MailContent): MailContent {
  switch (content.kind) {
    case 'new_sign_in':
    case 'device_remembered':
      return {
        ...content,
        username: typed(content.username),
        device: content.device && typed(content.device),
      }
    case 'webhook_disabled':
      return { ...content, url: oneLine(content.url) }
    case 'api_key_created':
      return { ...content, name: typed(content.name), by: typedMaker(content.by) }
    case 'webhook_set_up':
      return { ...content, url: oneLine(content.url), by: typedMaker(content.by) }
    case 'client_set_up':
      return {
        ...content,
        name: typed(content.name),
        leadsTo: typed(content.leadsTo, maxLineCharacters),
        by: typedMaker(content.by),
      }
    case 'user_secured':
      return {
        ...content,
        user: typed(content.user),
        ended: typedLines(content.ended),
        left: typedLines(content.left),
      }
    case 'password_changed':
      return { ...content, username: typed(content.username), made: typedLines(content.made ?? '') }
    case 'admin_added':
      return { ...content, admin: typed(content.admin), by: typedMaker(content.by) }
    case 'notification':
      return { ...content, title: oneLine(content.title), body: content.body && severalLines(content.body) }
    default:
      return { ...content, username: typed(content.username) }
  }
}

/**
 * Makes typed text safe. Mail programs turn `win.example` into a link, and as a username it would advertise that site in our mail
 * to somebody else's address. A zero-width space after each dot and slash prevents that.
 */
const typed = (text: string, most = 100): string => oneLine(text, most).replace(/[./:@](?=\S)/g, '$&\u200b')

const typedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => typed(line, maxLineCharacters))
    .join('\n')

function typedMaker(by: Maker): Maker {
  if (!by) return null
  return 'user' in by ? { user: typed(by.user) } : { apiKey: typed(by.apiKey) }
}

// Control characters for the writing direction are removed: otherwise `moc.live` could be shown as `evil.com`.
const oneLine = (text: string, max = maxLineCharacters): string =>
  shortened(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Bidi_Control}/gu, '')
      .trim(),
    max,
  )

const severalLines = (text: string): string =>
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
