import assert from 'node:assert/strict'
import { unescapeHtml } from '#tests/support/unescape-html.ts'

/** A user of the account pages, who opens and reads pages, fills in forms and presses buttons. */
export interface Visitor extends AsyncDisposable {
  open(url: string): Promise<void>
  heading(): Promise<string>
  text(): Promise<string>
  fill(label: string, value: string): Promise<void>
  /** Selects the checkbox with this label. */
  check(label: string): Promise<void>
  press(button: string): Promise<void>
  /** Follows the link with this text. */
  follow(link: string): Promise<void>
  /** Checks the layout of the current page, if this is a real browser. */
  look(name: string): Promise<void>
}

export interface PlainVisitor extends Visitor {
  /** Does something in another tab, which has the same cookies, and comes back to the page that this tab shows. */
  inOtherTab(does: () => Promise<void>): Promise<void>
  /** Returns the HTML of the current page. */
  source(): string
}

/**
 * Creates a visitor without a browser, which parses the HTML, sends its forms, follows redirects and keeps cookies, as far as the
 * pages need that.
 */
export function plainVisitor(headers: Record<string, string> = {}): PlainVisitor {
  let at = ''
  let html = ''
  let filled = new Map<string, string>()
  const cookies = new Map<string, string>()
  async function load(url: string, init: RequestInit): Promise<void> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { ...headers, ...init.headers, ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(url, { ...init, headers: sent, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    at = url
    html = await response.text()
    filled = new Map()
    const refresh = /^0; url=(.*)$/.exec(response.headers.get('refresh') ?? '')?.[1]
    const location = response.headers.get('location') ?? refresh ?? null
    if (location !== null) await load(new URL(location, url).href, {})
  }
  function nameOf(label: string): string {
    const labels = [...html.matchAll(/<label for="(\w+)">(.*?)<\/label>/g)]
    const id = labels.find(([, , words = '']) => toText(words) === label)?.[1]
    const input = inputsIn(html).find((one) => one.id === id)
    assert.ok(id && input?.name, `a field ${label}`)
    return input.name
  }
  return {
    open: (url) => load(url, {}),
    source: () => html,
    heading: async () => toText(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? ''),
    text: async () => toText(html.replace(/<style>.*?<\/style>/s, '')),
    async fill(label, value) {
      filled.set(nameOf(label), value)
    },
    async check(label) {
      filled.set(nameOf(label), 'true')
    },
    async press(button) {
      const forms = [...html.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)]
      const form = forms.find(([, , inside = '']) => textOfButton(inside) === button)
      assert.ok(form, `a button ${button}`)
      const [, action = '', inside = ''] = form
      const sent = inputsIn(inside).flatMap<[string, string]>(({ name, type, value = '' }) =>
        name && (type !== 'checkbox' || filled.has(name)) ? [[name, filled.get(name) ?? toText(value)]] : [],
      )
      const headers = { origin: new URL(at).origin }
      await load(new URL(action, at).href, { method: 'POST', body: new URLSearchParams(sent), headers })
    },
    async follow(link) {
      const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
      const [, href] = links.find(([, , text = '']) => toText(text) === link) ?? []
      assert.ok(href !== undefined, `a link ${link}`)
      await load(new URL(toText(href), at).href, {})
    },
    async inOtherTab(does) {
      const kept = { at, html, filled }
      await does()
      ;({ at, html, filled } = kept)
    },
    look: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The text of the button that sends a form. The other buttons need a script, which is not run. */
const textOfButton = (html: string): string =>
  toText(/<button(?! type="button")[^>]*>(.*?)<\/button>/.exec(html)?.[1] ?? '')

const inputsIn = (html: string): Record<string, string>[] => [
  ...[...html.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)].map(([, attributes = '', options = '']) => ({
    ...attributesIn(attributes),
    value:
      /<option value="([^"]*)"[^>]* selected>/.exec(options)?.[1] ??
      /value="([^"]*)"/.exec(options)?.[1] ??
      '',
  })),
  ...[...html.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) => attributesIn(attributes)),
  ...[...html.matchAll(/<textarea ([^>]*)>\n?(.*?)<\/textarea>/gs)].map(
    ([, attributes = '', value = '']) => ({
      ...attributesIn(attributes),
      value,
    }),
  ),
]

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

/** Returns the text that a screen reader reads: without what is hidden from it, such as the initials beside a name. */
const toText = (html: string): string =>
  unescapeHtml(
    html
      .replace(/<span[^>]* aria-hidden="true">[^<]*<\/span>/g, '')
      .replaceAll('<wbr>', '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' '),
  ).trim()
