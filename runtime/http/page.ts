import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, markupOf } from '../html.ts'

export interface Page {
  title: string
  language?: string
  body: Html
  /** The part before the main part of the page, such as a table of contents. */
  navigation?: Html | undefined
  /** CSS that only this page needs, in addition to the style of all pages. */
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

/** The style of all pages. They need no script, no network and no image, and follow the reader's light or dark mode. */
const style = html`
:root { color-scheme: light dark; background: Canvas; color: CanvasText; --line: light-dark(#d9dce1, #3a3f47); --soft: light-dark(#f4f5f7, #23272e); --quiet: light-dark(#5a616b, #a3abb6); --accent: light-dark(#0b57d0, #8ab4f8); --wrong: light-dark(#b3261e, #f2b8b5); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
a { color: var(--accent) } code { font: .9em ui-monospace, monospace }
section { margin: 1.2rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .5rem }
section h3 { margin: 0; font-size: 1rem } section p { margin: .4rem 0 }
.method { display: inline-block; min-width: 4rem; font-weight: 700 } .tag::first-letter { text-transform: uppercase } .quiet { color: var(--quiet) }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .92rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-top: 1px solid var(--line) }
pre { background: var(--soft); padding: .7rem; border-radius: .4rem; overflow-x: auto; margin: .4rem 0 } pre.text { white-space: pre-wrap }
iframe { box-sizing: border-box; width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem }
dt { color: var(--quiet); font-size: .9rem } dd { margin: 0 0 .6rem }
summary { cursor: pointer; color: var(--accent) }
.narrow { max-width: 28rem; margin: 0 auto } .narrow h1 { line-height: 1.25; margin: .5rem 0 1rem } .narrow bdi { font-weight: 600 }
@media (min-width: 40rem) { th, td { overflow-wrap: break-word } .narrow { margin-top: 3rem; padding: 1rem 2rem; border: 1px solid var(--line); border-radius: .75rem } }
label { display: block; font-weight: 600 } label + .quiet { display: block; margin-top: .15rem; font-size: .92rem }
input { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .4rem; padding: .5rem .7rem; font: inherit; border: 1px solid var(--quiet); border-radius: .4rem }
button { min-height: 2.75rem; padding: .5rem 1.3rem; font: inherit; font-weight: 600; color: light-dark(#fff, #10131a); background: var(--accent); border: 1px solid var(--accent); border-radius: .4rem; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.wrong { color: var(--wrong); font-weight: 600 } span.wrong { display: block; margin-top: .4rem } [aria-invalid] { border: 2px solid var(--wrong) }
.problem { margin-bottom: 1.5rem; padding: .7rem 1rem; border: 2px solid var(--wrong); border-radius: .5rem } .problem p { margin: 0 } .problem a { color: var(--wrong) }`

const styleOf = (content: Page): Html => html`${style}${content.style}`

export const page = ({ navigation, script, scriptUrl, ...content }: Page): string =>
  markupOf(
    html`<!doctype html><html lang="${content.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${content.title}</title><style>${styleOf(content)}</style></head><body>${navigation}<main id="main">${content.body}</main>${script && html`<script type="module">${script}</script>`}${scriptUrl && html`<script type="module" src="${scriptUrl}"></script>`}</body></html>`,
  )

export const sendPage = (reply: FastifyReply, content: Page): FastifyReply =>
  reply.headers(pageHeaders(content)).send(page(content))

export function pageHeaders(content: Page): Record<string, string> {
  const own = content.allows ?? []
  const usual = [
    "default-src 'none'",
    ...(content.script ? [`script-src '${hashOf(content.script)}'`] : []),
    ...(content.scriptUrl ? ["script-src 'self'"] : []),
    `style-src '${hashOf(styleOf(content))}'`,
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
