import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export interface Page {
  title: string
  language?: string
  /** HTML, in which all text went through `escapeHtml`. */
  body: string
  /** What the page may do besides, as directives of its Content-Security-Policy: `frame-src 'self'`. */
  allows?: readonly string[]
}

/** One look for all pages: they need no script, no network and no image, and follow the reader's light or dark. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #3a3f47); --soft: light-dark(#f4f5f7, #23272e); --quiet: light-dark(#5a616b, #a3abb6); --accent: light-dark(#0b57d0, #8ab4f8); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
a { color: var(--accent) } code { font: .9em ui-monospace, monospace }
section { margin: 1.2rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .5rem }
section h3 { margin: 0; font-size: 1rem } section p { margin: .4rem 0 }
.method { display: inline-block; min-width: 4rem; font-weight: 700 } .tag { text-transform: capitalize } .quiet { color: var(--quiet) }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .92rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-top: 1px solid var(--line) }
pre { background: var(--soft); padding: .7rem; border-radius: .4rem; overflow-x: auto; margin: .4rem 0 } pre.text { white-space: pre-wrap }
iframe { box-sizing: border-box; width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem }
dt { color: var(--quiet); font-size: .9rem } dd { margin: 0 0 .6rem }
summary { cursor: pointer; color: var(--accent) }`

const styleHash = createHash('sha256').update(style).digest('base64')

export const page = ({ title, language = 'en', body }: Page): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`

export function sendPage(reply: FastifyReply, content: Page): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  // Of two directives with one name the first counts.
  reply.header('content-security-policy', [...(content.allows ?? []), ...policy].join('; '))
  return reply.type('text/html; charset=utf-8').send(page(content))
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
