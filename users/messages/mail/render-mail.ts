import type { Language } from '#contract/declaration/languages.ts'
import { contactIn, textsOf } from '../texts/custom-texts.ts'
import type { Texts } from '../texts/texts.ts'
import { type MailBrand, plainBrand } from './mail-brand.ts'
import type { MailContent, MailKind, MailOf, Maker } from './mail-content.ts'
import { htmlMail, type MailParts, textMail } from './mail-layout.ts'
import { type Forms, type MailText, mailWords } from './mail-words.ts'
import { maxLineCharacters, oneLine, severalLines, typed, typedLines } from './plain-text.ts'

export interface RenderedMail {
  /** The name of the sender, for a sender that the settings give no name. */
  senderName: string | undefined
  subject: string
  text: string
  html: string
}

/** The locales of dates and durations. English is British: dates begin with the day. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

export function renderMail(
  content: MailContent,
  language: Language,
  brand: MailBrand = plainBrand,
): RenderedMail {
  const texts = textsOf(language, brand.texts)
  const { greeting, plainLink, footer, links, linkLine } = texts
  const contact = contactIn(language, brand.texts)
  const plain = withPlainText(content)
  const words = wordsOf(plain, texts, formsOf(locales[language]))
  const subject = oneLine(words.subject, maxSubjectCharacters)
  const parts: MailParts = {
    language,
    subject,
    brand: { ...brand, name: brand.name && typed(brand.name) },
    greeting: 'username' in plain ? greeting({ username: plain.username }) : undefined,
    paragraphs: words.paragraphs,
    link: 'link' in plain && words.button ? { url: plain.link, button: words.button, plainLink } : undefined,
    after: [...(words.after ?? []), ...(contact === undefined ? [] : [contact])],
    footer,
    links: brand.links.map(({ to, url }) => ({
      url,
      text: links[to],
      line: linkLine({ text: links[to], url }),
    })),
  }
  return { senderName: senderNameOf(brand), subject, text: textMail(parts), html: htmlMail(parts) }
}

/** Returns the name of a brand for the header From. A name that looks like an address could pass for the sender's. */
const senderNameOf = ({ name }: MailBrand): string | undefined =>
  name === undefined || name.includes('@') ? undefined : oneLine(name, maxSenderCharacters)

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
const maxSenderCharacters = 80

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

function typedMaker(by: Maker): Maker {
  if (!by) return null
  return 'user' in by ? { user: typed(by.user) } : { apiKey: typed(by.apiKey) }
}
