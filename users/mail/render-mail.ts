import type { Language } from '#contract/languages.ts'
import type { MailContent, MailKind, MailOf, Maker } from './mail-content.ts'
import { htmlMail, type MailParts, textMail } from './mail-layout.ts'
import type { Forms, MailText, Texts } from './texts.ts'
import { german } from './texts-de.ts'
import { english } from './texts-en.ts'
import { french } from './texts-fr.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const texts: Record<Language, Texts> = { en: english, de: german, fr: french }

export function renderMail(content: MailContent, language: Language): RenderedMail {
  const { locale, greeting, plainLink, footer, mails } = texts[language]
  const plain = withPlainText(content)
  const words = wordsOf(mails, plain, formsOf(locale))
  const subject = oneLine(words.subject, mostInSubject)
  const parts: MailParts = {
    language,
    subject,
    greeting: 'username' in plain ? greeting(plain.username) : undefined,
    paragraphs: words.paragraphs,
    link: 'link' in plain && words.button ? { url: plain.link, button: words.button, plainLink } : undefined,
    after: words.after ?? [],
    footer,
  }
  return { subject, text: textMail(parts), html: htmlMail(parts) }
}

/** The compiler cannot see that the text that is found by a kind takes the content of that kind. */
const wordsOf = <K extends MailKind>(mails: Texts['mails'], content: MailOf<K>, forms: Forms): MailText =>
  mails[content.kind as K](content, forms)

const formsOf = (locale: string): Forms => ({
  duration: (amount, unit) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
  time: (epochMs) =>
    `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(epochMs)} UTC`,
})

const mostInSubject = 150
const mostInLine = 300
const mostInBody = 10_000

/** What people typed becomes text that stays on its line and that no mail program takes for a link. */
function withPlainText(content: MailContent): MailContent {
  switch (content.kind) {
    case 'new_sign_in':
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
 * Mail programs make links of what looks like one, and `win.example` is a username: whoever signs up with somebody
 * else's address would have us advertise it. A character that is not seen, behind each dot and slash, keeps it text.
 */
const typed = (text: string, most = 100): string => oneLine(text, most).replace(/[./:@](?=\S)/g, '$&\u200b')

const typedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => typed(line, mostInLine))
    .join('\n')

function typedMaker(by: Maker): Maker {
  if (!by) return null
  return 'user' in by ? { user: typed(by.user) } : { apiKey: typed(by.apiKey) }
}

// Without what turns the direction of writing around: `moc.live` is not to read as `evil.com`.
const oneLine = (text: string, most = mostInLine): string =>
  shortened(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Bidi_Control}/gu, '')
      .trim(),
    most,
  )

const severalLines = (text: string): string =>
  shortened(
    text
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    mostInBody,
  )

/** No half character is left at the end. */
const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
