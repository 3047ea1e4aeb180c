import { Marked, type MarkedToken, type Token } from 'marked'
import { table } from '../components/table.ts'
import { type Html, html, joinHtml, type Part } from '../html.ts'

export interface MarkdownOptions {
  /** Returns the address of a document on this server. A link to one that this server does not have (undefined) is plain text. */
  linkTo(target: string): string | undefined
}

type Context = MarkdownOptions & {
  /** The number of headings so far that have each anchor. A second heading with the same text gets a number in its anchor. */
  anchors: Map<string, number>
}

/** A bare URL is no link here: in our documents it is an example of a value, as in a table of settings. */
const marked = new Marked({ tokenizer: { url: () => undefined } })

/**
 * Renders a document. `marked` parses it, and the escaping template makes the HTML, so that no HTML of a document gets through,
 * except `<br>`. Pictures are shown as their description. Markup that no document of ours uses is shown as it is written.
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions): Html {
  return blocks(marked.lexer(markdown), { ...options, anchors: new Map() })
}

/** A heading of a document with the text below it, as the search reads it. */
export interface Section {
  title: string
  /** The anchor of the heading on the page. */
  anchor: string
  text: string
  /** Code and tables, which are searched but no text to show beside a result. */
  others: string
}

/** Splits a document into its sections, in order. What stands before the first heading is left out. */
export function sectionsOf(markdown: string): Section[] {
  const context: Context = { anchors: new Map(), linkTo: () => undefined }
  const sections: Section[] = []
  for (const token of known(marked.lexer(markdown))) {
    const section = sections.at(-1)
    if (token.type === 'heading')
      sections.push({
        title: textOf(token.tokens),
        anchor: anchorOf(token.tokens, context),
        text: '',
        others: '',
      })
    else if (section)
      section[token.type === 'code' || token.type === 'table' ? 'others' : 'text'] += plainText(token.raw)
  }
  return sections
}

/** Removes the marks of Markdown, the targets of links and comments. Only the words are left, which are never HTML. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\]\([^)\s]*\)/g, ' ')
    .replace(/^ *(?:[-*] |\d+\. )/gm, '')
    .replace(/[`*[|\]]|^#+ /gm, ' ')

/** Narrows the type of tokens: only extensions of `marked` make tokens of other types, and none is in use. */
const known = (tokens: readonly Token[]) => tokens as readonly MarkedToken[]

const blocks = (tokens: readonly Token[], context: Context): Html =>
  joinHtml(
    known(tokens)
      .map((token) => block(token, context))
      .filter((one) => one !== undefined),
    '\n',
  )

function block(token: MarkedToken, context: Context): Part {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token
      return html`<h${depth} id="${anchorOf(tokens, context)}">${inline(tokens, context)}</h${depth}>`
    }
    case 'paragraph':
      return html`<p>${inline(token.tokens, context)}</p>`
    // The text of a list item without empty lines around it is no paragraph.
    case 'text':
      return inline(token.tokens ?? [token], context)
    case 'code':
      return html`<pre class="text"><code>${token.text}</code></pre>`
    case 'list': {
      const items = token.items.map(({ tokens }) => html`<li>${blocks(tokens, context)}</li>`)
      const start = token.start !== 1 && html` start="${token.start}"`
      return token.ordered ? html`<ol${start}>${items}</ol>` : html`<ul>${items}</ul>`
    }
    case 'table': {
      const [head = [], ...rows] = [token.header, ...token.rows].map((row) =>
        row.map(({ tokens }) => inline(tokens, context)),
      )
      return table(head, rows)
    }
    case 'html': {
      const text = token.text.replace(/<!--[\s\S]*?-->/g, '').trim()
      return text === '' ? undefined : html`<p>${text}</p>`
    }
    case 'space':
      return undefined
    default:
      return html`<p>${token.raw.trim()}</p>`
  }
}

const inline = (tokens: readonly Token[], context: Context): Html =>
  html`${known(tokens).map((token) => span(token, context))}`

function span(token: MarkedToken, context: Context): Part {
  switch (token.type) {
    // The lexer leaves character references to the browser. The template escapes them, so the one that is in use is replaced.
    case 'text':
      return token.text.replaceAll('&lt;', '<')
    case 'escape':
    case 'image':
      return token.text
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'strong':
      return html`<b>${inline(token.tokens, context)}</b>`
    case 'em':
      return html`<i>${inline(token.tokens, context)}</i>`
    case 'link': {
      const { href, tokens } = token
      const to = /^https?:/.test(href) || href.startsWith('#') ? href : context.linkTo(href)
      const label = inline(tokens, context)
      return to === undefined ? label : html`<a href="${to}">${label}</a>`
    }
    case 'html':
      if (/^<!--/.test(token.text)) return undefined
      return /^<br>$/.test(token.text) ? html`<br>` : token.text
    default:
      return token.raw
  }
}

/** Returns the anchor of a heading, by the rules of GitHub, so that the links of our documents lead to it here too. */
function anchorOf(tokens: readonly Token[], { anchors }: Context): string {
  const slug = textOf(tokens)
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-')
  const before = anchors.get(slug) ?? 0
  anchors.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}

const textOf = (tokens: readonly Token[]): string =>
  known(tokens)
    .map((token) =>
      'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('')
