import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, markupOf } from '../html.ts'
import { lookPath, toRoot } from '../look/look-files.ts'
import { lookStyle } from '../look/style.ts'

export interface Page {
  title: string
  language?: string
  body: Html
  /** The path at which the page is shown. Its links to the font and the icon are relative, as a proxy may have changed the path. */
  path: string
  /** The part before the main part of the page, such as a table of contents. */
  header?: Html | undefined
  /** The part after the main part. */
  footer?: Html | undefined
  /** The class of the page, by which its style lays it out. */
  kind?: string
  /** The URL of the icon that browsers show in a tab; the mark of Latchkey without one. */
  iconUrl?: string | undefined
  /** CSS that only this page needs, in addition to the design system. */
  style?: Html
  /** A script that the page may run. Its hash is in the Content-Security-Policy, so that no other script runs. */
  script?: Html
  /**
   * The URL, relative to the page, of a script of this origin that the page may run. With it, the page may run other scripts of
   * the origin too.
   */
  scriptUrl?: string
  /** Further directives of the page's Content-Security-Policy, such as `frame-src 'self'`. */
  allows?: readonly string[]
  /**
   * True when the form of the page is for another site. The Content-Security-Policy then has no `form-action`: it would also block
   * the redirects of that site, wherever they lead.
   */
  postsAnywhere?: boolean
}

const styleOf = ({ path, style }: Page): Html =>
  html`${lookStyle(toRoot(path) + lookPath('inter.woff2'))}${style}`

export function page({ path, title, language, header, body, footer, kind, ...content }: Page): string {
  const { script, scriptUrl } = content
  const icon = content.iconUrl ?? toRoot(path) + lookPath('mark.svg')
  return markupOf(
    html`<!doctype html><html lang="${language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="${icon}"><style>${styleOf({ path, title, body, ...content })}</style></head><body${kind && html` class="${kind}"`}>${header}<main id="main">${body}</main>${footer}${script && html`<script type="module">${script}</script>`}${scriptUrl && html`<script type="module" src="${scriptUrl}"></script>`}</body></html>`,
  )
}

export const sendPage = (reply: FastifyReply, content: Page): FastifyReply =>
  reply.headers(pageHeaders(content)).send(page(content))

export function pageHeaders(content: Page): Record<string, string> {
  const own = content.allows ?? []
  const usual = [
    "default-src 'none'",
    ...(content.script ? [`script-src '${hashOf(content.script)}'`] : []),
    ...(content.scriptUrl ? ["script-src 'self'"] : []),
    `style-src '${hashOf(styleOf(content))}'`,
    "font-src 'self'",
    "img-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(content.postsAnywhere ? [] : ["form-action 'none'"]),
  ]
  // The directives of the page take the place of the usual ones. Browsers log a warning when two directives have the same name.
  const named = new Set(own.map(nameOf))
  const policy = [...own, ...usual.filter((directive) => !named.has(nameOf(directive)))]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
  }
}

const nameOf = (directive: string): string => directive.split(' ', 1)[0] ?? ''

const knownHashes = new Map<string, string>()

/** Returns the hash of a style or a script as a Content-Security-Policy names it (CSP Level 3 section 2.3.1). */
function hashOf(content: Html): string {
  const text = markupOf(content)
  let hash = knownHashes.get(text)
  if (hash === undefined) {
    hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
    knownHashes.set(text, hash)
  }
  return hash
}
