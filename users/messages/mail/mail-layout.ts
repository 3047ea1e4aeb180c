import { type Html, html, joinHtml, markupOf } from '#runtime/html.ts'
import { defaultAccent, readableForms } from '#runtime/look/accent.ts'
import type { MailBrand, MailLogo } from './mail-brand.ts'

export interface MailParts {
  language: string
  subject: string
  brand: Pick<MailBrand, 'name' | 'color' | 'logo' | 'darkLogo'>
  greeting: string | undefined
  paragraphs: readonly string[]
  link: { url: string; button: string; plainLink: string } | undefined
  after: readonly string[]
  footer: string
  /** The pages of the operator that the footer links to. */
  links: readonly { url: string; text: string; line: string }[]
}

/**
 * Renders the text part of a mail, with the same words in the same order as the HTML part. A link has a line of its own, so that
 * mail programs do not break it.
 */
export function textMail({ brand, greeting, paragraphs, link, after, footer, links }: MailParts): string {
  const signature = ['-- ', ...(brand.name === undefined ? [] : [brand.name]), footer]
  const blocks = [
    greeting,
    ...paragraphs,
    link && `${link.button}\n${link.url}`,
    ...after,
    [...signature, ...links.map(({ line }) => line)].join('\n'),
  ]
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`
}

// The light colours are also inline on the elements, for mail programs that drop style elements.
const darkStyle = (dark: string): Html => html`:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #16181c !important } .card { background: #22262c !important; border-color: #3a3f47 !important }
  .words { color: #e8eaed !important } .quiet { color: #a9b0ba !important } .quiet a { color: #a9b0ba !important }
  .button { background: ${dark} !important; color: #10131a !important; border-color: ${dark} !important }
  .light { display: none !important } .dark { display: inline-block !important }
}`

const font = html`font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;`
const quiet = html`${font} font-size: 13px; line-height: 20px; color: #5a616b; overflow-wrap: anywhere; word-break: break-word;`

/**
 * Renders the HTML part of a mail: one column that fits a phone. It loads nothing from a server but the logo of the operator, from
 * the origin of the links.
 */
export function htmlMail({
  language,
  subject,
  brand,
  greeting,
  paragraphs,
  link,
  after,
  footer,
  links,
}: MailParts): string {
  const accent = brand.color === undefined ? defaultAccent : readableForms(brand.color)
  const words = (text: string) =>
    html`<p class="words" style="${font} font-size: 16px; line-height: 25px; color: #1f2328; margin: 0 0 16px; overflow-wrap: anywhere; word-break: break-word;">${lines(text)}</p>`
  const body = [
    brandBlock(brand),
    html`<h1 class="words" style="${font} font-size: 22px; line-height: 29px; color: #1f2328; margin: 0 0 16px; overflow-wrap: anywhere; word-break: break-word;">${subject}</h1>`,
    greeting !== undefined && words(greeting),
    ...paragraphs.map(words),
    link && linkBlock(link, accent.light),
    ...after.map(words),
  ]
  return markupOf(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>${darkStyle(accent.dark)}</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #f4f5f7;">
<div style="display: none; max-height: 0; overflow: hidden; mso-hide: all;">${paragraphs[0]}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #f4f5f7;"><tr><td align="center" style="padding: 24px 12px;">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px; background: #ffffff; border: 1px solid #d9dce1; border-radius: 8px; border-collapse: separate;"><tr><td align="left" style="padding: 28px 24px 12px;">
${joinHtml(body, '\n')}
</td></tr></table>
<p class="quiet" style="${quiet} max-width: 560px; margin: 16px auto 0;">${footer}${links.length > 0 && html`<br>${joinHtml(links.map(footerLink), ' · ')}`}</p>
</td></tr></table>
</body>
</html>
`)
}

/** Makes the name and the logo above the text. Many mail programs load no images, so the name is always text. */
function brandBlock({ name, logo, darkLogo }: MailParts['brand']): Html | false {
  if (name === undefined && logo === undefined) return false
  const images = [
    logo && image(logo, darkLogo === undefined ? undefined : 'light'),
    logo && darkLogo && image(darkLogo, 'dark'),
  ]
  return html`<p class="words" style="${font} font-size: 16px; line-height: 32px; font-weight: 600; color: #1f2328; margin: 0 0 20px;">${images}${name}</p>`
}

// Word, which shows the mails of Outlook, reads the attributes and ignores the style.
const image = ({ url, width, height }: MailLogo, mode: 'light' | 'dark' | undefined): Html =>
  html`<img${mode && html` class="${mode}"`} src="${url}" alt="" width="${width}" height="${height}" style="display: ${mode === 'dark' ? html`none; mso-hide: all` : 'inline-block'}; width: ${width}px; height: ${height}px; border: 0; vertical-align: middle; margin-right: 10px;">`

const footerLink = ({ url, text }: MailParts['links'][number]): Html =>
  html`<a href="${url}" style="color: #5a616b;">${text}</a>`

const linkBlock = ({ url, button, plainLink }: NonNullable<MailParts['link']>, color: string): Html =>
  html`<p style="margin: 24px 0;"><a class="button" href="${url}" style="${font} display: inline-block; font-size: 16px; line-height: 24px; font-weight: 600; padding: 11px 22px; border: 1px solid ${color}; border-radius: 6px; background: ${color}; color: #ffffff; text-decoration: none;">${button}</a></p>
<p class="quiet" style="${quiet} margin: 0 0 16px;">${plainLink}<br><a href="${url}" style="color: #5a616b;">${url}</a></p>`

const lines = (text: string): Html => joinHtml(text.split('\n'), html`<br>`)
