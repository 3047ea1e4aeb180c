import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '#contract/declaration/languages.ts'
import { contrast, toRgb } from '#runtime/look/accent.ts'
import { unescapeHtml } from '#tests/support/unescape-html.ts'
import { type MailBrand, plainBrand } from './mail-brand.ts'
import { type MailContent, sampleMails } from './mail-content.ts'
import { renderMail } from './render-mail.ts'

/** Returns the text of an HTML mail as its reader sees it. */
const wordsOf = (html: string): string =>
  unescapeHtml(html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
const linksOf = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url ?? '')
const factsOf = ({ kind, ...fields }: MailContent) =>
  Object.entries(fields).map(
    ([name, value]) => [name, value instanceof Object ? Object.values(value)[0] : value] as const,
  )

/** The texts that mails must contain for facts that are formatted, such as times, by language. */
const written: Record<string, Record<string, string>> = {
  at: {
    en: '21 November 2026 at 09:30 UTC',
    de: '21. November 2026 um 09:30 UTC',
    fr: '21 novembre 2026 à 09:30 UTC',
  },
  hours: { en: '24 hours', de: '24 Stunden', fr: '24 heures' },
  'days 7': { en: '7 days', de: '7 Tage', fr: '7 jours' },
  'minutes 30': { en: '30 minutes', de: '30 Minuten', fr: '30 minutes' },
  isNew: { en: 'A new webhook', de: 'neuer Webhook', fr: 'nouveau webhook' },
  'by null': { en: 'command line', de: 'Kommandozeile', fr: 'ligne de commande' },
  // An address that somebody has typed is no link in the mail.
  leadsTo: {
    en: 'Redirect URIs: https:\u200b/\u200b/\u200bwiki.\u200bexample.\u200bcom/\u200bsigned-in',
    de: 'Redirect-URIs: https:\u200b/\u200b/\u200bwiki.',
    fr: 'URI de redirection : https:\u200b/\u200b/\u200bwiki.',
  },
  'change made': { en: 'A new OpenID client', de: 'neuer OpenID-Client', fr: 'nouveau client OpenID' },
  isGone: { en: 'accepted no event', de: 'kein Ereignis angenommen', fr: 'accepté aucun événement' },
  'minutes 60': { en: '60 minutes', de: '60 Minuten', fr: '60 minutes' },
}

for (const content of sampleMails) {
  for (const language of languages) {
    test(`${content.kind} in ${language}: both texts say what it is about, with one link where there is one`, () => {
      const { subject, text, html } = renderMail(content, language)
      assert.ok(subject.length > 5 && subject.length <= 70, subject)
      const words = wordsOf(html)
      for (const [name, value] of factsOf(content)) {
        const fact = written[name]?.[language] ?? written[`${name} ${value}`]?.[language] ?? String(value)
        for (const line of fact.split('\n')) {
          assert.ok(`${subject}\n${text}`.replace(/\u00a0|\u202f/g, ' ').includes(line), `${line} in ${text}`)
          assert.ok(words.includes(line), `${line} in ${words}`)
        }
      }
      // Each line of the text part must be in the HTML part too.
      for (const line of text.split('\n').filter((one) => one !== '' && one !== '-- '))
        assert.ok(words.includes(line.replace(/\s+/g, ' ')), line)
      const links = linksOf(html)
      assert.deepEqual(links, 'link' in content ? [content.link, content.link] : [])
      assert.equal(text.match(/https?:\/\//g)?.length ?? 0, 'link' in content || 'url' in content ? 1 : 0)
      assert.doesNotMatch(`${subject}${text}${html}`, /undefined|null|NaN|\$\{|\[object|Invalid/)
      assert.doesNotMatch(text, /^\n|\n{3}/)
      assert.doesNotMatch(html, /<(script|img|link|iframe|form|object)|url\(|javascript:|\son\w+=/)
      assert.match(html, new RegExp(`<html lang="${language}">`))
    })
  }
}

const branded: MailBrand = {
  name: 'Käse & Söhne',
  color: '#ffd500',
  logo: { url: 'https://id.example.com/account/assets/brand/1/logo', width: 64, height: 32 },
  darkLogo: { url: 'https://id.example.com/account/assets/brand/2/logo-dark', width: 64, height: 32 },
  links: [
    { to: 'privacy', url: 'https://example.com/privacy' },
    { to: 'help', url: 'https://example.com/help?a=1&b=2' },
  ],
  language: 'en',
  texts: [],
}

test('each mail has the name, the logo, the color and the links of the brand, in both texts where they are words', () => {
  for (const content of sampleMails) {
    const { senderName, text, html } = renderMail(content, 'fr', branded)
    assert.equal(senderName, 'Käse & Söhne')
    const links = 'link' in content ? [content.link, content.link] : []
    assert.deepEqual(linksOf(unescapeHtml(html)), [...links, ...branded.links.map(({ url }) => url)])
    assert.deepEqual(
      [...html.matchAll(/<img[^>]* src="([^"]*)" alt=""/g)].map(([, url]) => url),
      [branded.logo?.url, branded.darkLogo?.url],
    )
    assert.ok(wordsOf(html).includes('Käse & Söhne'))
    const signature = text.split('\n-- \n')[1] ?? ''
    assert.match(signature, /^Käse & Söhne\nCe message a été envoyé/)
    assert.match(
      signature,
      /\nConfidentialité\u00a0: https:\/\/example\.com\/privacy\nAide\u00a0: https:\/\/example\.com\/help\?a=1&b=2\n$/,
    )
    const [, light = '#000000'] = /background: (#\w{6}); color: #ffffff/.exec(html) ?? []
    assert.ok(contrast(toRgb(light), toRgb('#ffffff')) >= 4.5, `${light} on white`)
    assert.match(html, /\.button \{ background: #ffd500 !important/)
    assert.doesNotMatch(html, /#3451e0/)
  }
})

test('a name of the brand that looks like a link or an address is no link, and no name of the sender', () => {
  const [content] = sampleMails as [MailContent]
  for (const name of ['win.example', 'security@bank.example', '<b>x</b>', 'a\r\nBcc: x']) {
    const { senderName, text, html } = renderMail(content, 'en', { ...plainBrand, name })
    for (const part of [text, html]) assert.doesNotMatch(part, /win\.example|bank\.example/)
    assert.doesNotMatch(html, /<b>/)
    assert.ok(wordsOf(html).replaceAll('\u200b', '').includes(name.replace('\r\n', ' ')))
    assert.doesNotMatch(senderName ?? '', /@|\r|\n/)
  }
})

test('each language has words of its own', () => {
  for (const content of sampleMails.filter(({ kind }) => kind !== 'notification')) {
    const subjects = languages.map((language) => renderMail(content, language).subject)
    assert.equal(new Set(subjects).size, languages.length, content.kind)
  }
})

test('a device that is not known is said to be unknown', () => {
  const content = sampleMails.find(({ kind }) => kind === 'new_sign_in') as MailContent
  const { text } = renderMail({ ...content, device: null } as MailContent, 'de')
  assert.match(text, /Gerät: unbekannt/)
})

describe('I60 user text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></head><body>',
    '<a href="https://evil.example">click</a>',
    '&lt;b&gt;',
    'a\r\nBcc: eve@evil.example\r\n\r\nhello',
    'line\u2028break\u2029and\u0085more\u0000',
    '\u202emoc.live\u202c',
    '%s {{username}} $& $1',
    'x'.repeat(5_000),
    '😀'.repeat(400),
  ]
  const withText = (text: string): MailContent[] => [
    { kind: 'verify_email', username: text, link: 'https://a.example/', hours: 1 },
    { kind: 'new_sign_in', username: 'ada', device: text, address: '::1', at: 0, link: 'https://a.example/' },
    { kind: 'notification', title: text, body: text },
    { kind: 'webhook_disabled', url: text, isGone: true },
    { kind: 'api_key_created', id: '1', name: text, scopes: 'users:read', by: { apiKey: text }, at: 0 },
    { kind: 'webhook_set_up', id: '1', url: text, eventTypes: '*', isNew: true, by: { user: text }, at: 0 },
    { kind: 'client_set_up', id: '1', name: text, leadsTo: text, change: 'made', by: { user: text }, at: 0 },
    { kind: 'admin_added', admin: text, by: { user: text }, at: 0 },
  ]

  test('becomes no element, no attribute and no header, and its length has a bound', () => {
    for (const text of hostile) {
      for (const content of withText(text)) {
        const mail = renderMail(content, 'en')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: a subject must not have these characters.
        assert.doesNotMatch(mail.subject, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
        assert.ok(mail.subject.length <= 150)
        const elements = new Set([...mail.html.matchAll(/<\/?([a-z0-9!]+)/g)].map(([, name]) => name))
        for (const name of elements)
          assert.match(name ?? '', /^(!doctype|html|head|meta|title|style|body|div|table|tr|td|h1|p|a|br|$)/)
        assert.deepEqual(new Set(linksOf(mail.html)), new Set('link' in content ? [content.link] : []))
        assert.doesNotMatch(mail.html, /<[^>]*\son\w+=/)
        assert.doesNotMatch(mail.html + mail.text, /\p{Bidi_Control}/u)
        assert.ok(mail.html.isWellFormed() && mail.text.isWellFormed() && mail.subject.isWellFormed())
        assert.ok(mail.html.length < 40_000)
      }
    }
  })

  test('stays on its line: only the body of a notification has several', () => {
    const lines = (content: MailContent) => renderMail(content, 'en').text.split('\n').length
    for (const [at, content] of withText('a\r\nb\u2028c').entries()) {
      const plain = withText('a b c')[at] as MailContent
      assert.equal(lines(content) - lines(plain), content.kind === 'notification' ? 2 : 0, content.kind)
    }
  })

  test('that looks like a link is not one that mail programs make', () => {
    for (const name of ['win.example', 'www.win.example', 'https://win.example/now', 'eve@win.example']) {
      for (const content of withText(name).slice(0, 2)) {
        const { text, html, subject } = renderMail(content, 'en')
        for (const part of [text, html, subject]) assert.doesNotMatch(part, /win\.example|https:\/\/win/)
        assert.ok(wordsOf(html).replaceAll('\u200b', '').includes(name), 'and reads as it was typed')
      }
    }
  })
})
