import { table } from '../components/table.ts'
import { type Html, html, joinHtml, markMatches } from '../html.ts'

export interface MarkdownOptions {
  /** Returns the address of a document on this server. A link to one that this server does not have (undefined) is plain text. */
  linkTo(target: string): string | undefined
}

/**
 * Renders the part of Markdown that our own documents are written in: headings, paragraphs, lists, tables, code blocks and
 * comments; and within a text: code, links, pictures (as their description), bold and italic words, and `<br>`. All other HTML is
 * shown as text.
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions): Html {
  const anchors = new Map<string, number>()
  return joinBlocks(blocks(markdown.split('\n'), { ...options, anchors }))
}

type Context = MarkdownOptions & {
  /** The number of headings so far that have each anchor. A second heading with the same text gets a number in its anchor. */
  anchors: Map<string, number>
}

/** A block of a document, with the text within the `p` element if it is a paragraph. */
interface Block {
  html: Html
  paragraph?: Html
}

const joinBlocks = (all: readonly Block[]): Html =>
  joinHtml(
    all.map((block) => block.html),
    '\n',
  )

const fence = /^ *(`{3,})/
const comment = /^ *<!--/
const heading = /^(#{1,6})\s+(.*?)\s*#*$/
const listItem = /^( *)([-*]|\d+\.)\s+/
const isTableRow = (line: string): boolean => line.trimStart().startsWith('|')

function blocks(lines: readonly string[], context: Context): Block[] {
  const rendered: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const [, mark] = fence.exec(line) ?? []
    const [, level, title = ''] = heading.exec(line) ?? []
    if (line.trim() === '') at++
    else if (comment.test(line)) at = firstAfter(lines, at - 1, (other) => other.includes('-->')) + 1
    else if (mark) {
      const end = lines.findIndex((other, index) => index > at && other.trim().startsWith(mark))
      const code = lines.slice(at + 1, end < 0 ? lines.length : end)
      rendered.push({ html: html`<pre class="text"><code>${dedent(code).join('\n')}</code></pre>` })
      at += code.length + 2
    } else if (level) {
      const text = inline(title, context)
      rendered.push({
        html: html`<h${level.length} id="${anchorOf(title, context)}">${text}</h${level.length}>`,
      })
      at++
    } else if (isTableRow(line)) {
      const rows = lines.slice(
        at,
        firstAfter(lines, at, (other) => !isTableRow(other)),
      )
      rendered.push({ html: tableOf(rows, context) })
      at += rows.length
    } else if (listItem.test(line)) {
      const end = firstAfter(lines, at, (other, index) => endsList(lines, { other, index, first: line }))
      rendered.push({ html: listOf(lines.slice(at, end), context) })
      at = end
    } else {
      const end = firstAfter(
        lines,
        at,
        (other) => /^\s*$|^ *`{3,}|^#{1,6}\s/.test(other) || listItem.test(other),
      )
      const paragraph = inline(lines.slice(at, end).join('\n'), context)
      rendered.push({ html: html`<p>${paragraph}</p>`, paragraph })
      at = end
    }
  }
  return rendered
}

function firstAfter(lines: readonly string[], at: number, ends: (line: string, index: number) => boolean) {
  const end = lines.findIndex((line, index) => index > at && ends(line, index))
  return end < 0 ? lines.length : end
}

/** Checks whether a list ends: at a line without indent that is no item and follows an empty line or begins another block. */
function endsList(
  lines: readonly string[],
  { other, index, first }: { other: string; index: number; first: string },
): boolean {
  const indent = listItem.exec(first)?.[1]?.length ?? 0
  if (other.trim() === '') return false
  const isIndented = other.length - other.trimStart().length > indent
  if (isIndented || listItem.test(other)) return false
  return (lines[index - 1] ?? '').trim() === '' || heading.test(other) || fence.test(other)
}

function listOf(lines: readonly string[], context: Context): Html {
  const [, indent = '', marker = '-'] = listItem.exec(lines[0] ?? '') ?? []
  const items: string[][] = []
  for (const line of lines) {
    const [found = '', depth] = listItem.exec(line) ?? []
    if (depth === indent) items.push([line.slice(found.length)])
    else items.at(-1)?.push(line)
  }
  const tag = marker.endsWith('.') ? 'ol' : 'ul'
  const content = items.map(([first = '', ...rest]) => blocks([first, ...dedent(rest)], context))
  // The items of a list whose content is one paragraph each are written without a `p` element, which would add space around
  // them.
  const tight = content.map((item) => (item.length === 1 && item[0]?.paragraph) || joinBlocks(item))
  return html`<${tag}>${tight.map((item) => html`<li>${item}</li>`)}</${tag}>`
}

/** Removes the indent that all lines have in common. Empty lines do not count. */
function dedent(lines: readonly string[]): string[] {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER)
  return lines.map((line) => line.slice(indent))
}

function tableOf(lines: readonly string[], context: Context): Html {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), context)),
  )
  return table(head, rows) ?? html``
}

/** Returns the anchor of a heading, by the rules of GitHub, so that the links of our documents lead to it here too. */
function anchorOf(title: string, { anchors }: Context): string {
  const slug = title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-')
  const before = anchors.get(slug) ?? 0
  anchors.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}

/**
 * The character before and after the number that replaces a part of a line while the rest is rendered. It is for private use
 * (Unicode), so no document of ours has it.
 */
const takenMark = '\ue000'

/**
 * Renders the text within a line. Each part that has been rendered to HTML is replaced by a mark with a number. At the end the
 * rest of the line is escaped, and then the marks are replaced by their HTML. Code comes first, because nothing in it is
 * Markdown.
 */
function inline(text: string, { linkTo }: Context): Html {
  const taken: Html[] = []
  const take = (made: Html) => `${takenMark}${taken.push(made) - 1}${takenMark}`
  const finish = (line: string): Html =>
    markMatches(line, /\ue000(\d+)\ue000/, (index) => taken[Number(index)] ?? html``)
  const emphasize = (line: string) =>
    line
      .replace(/\*\*([^*]+)\*\*/g, (_, bold: string) => take(html`<b>${finish(bold)}</b>`))
      .replace(
        /(^|[\s(])[*_]([^*_\s](?:[^*_]*[^*_\s])?)[*_](?=$|[\s.,;:)!?])/g,
        (_, before: string, italic: string) => `${before}${take(html`<i>${finish(italic)}</i>`)}`,
      )
  const link = (label: string, target: string) => {
    const to = /^https?:/.test(target) || target.startsWith('#') ? target : linkTo(target)
    return to === undefined ? label : take(html`<a href="${finish(to)}">${finish(emphasize(label))}</a>`)
  }
  const line = text
    .replace(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, (_, __, code: string) =>
      take(html`<code>${code.trim()}</code>`),
    )
    .replace(/<br>/g, () => take(html`<br>`))
    .replace(/<(https?:[^>\s]+)>/g, (_, url: string) => take(html`<a href="${url}">${url}</a>`))
    .replaceAll('&lt;', '<')
    .replace(/\\([\\`*_[\]<>#|])/g, (_, character: string) => take(html`${character}`))
    .replace(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, (_, label: string, target: string) => link(label, target))
  return finish(emphasize(line))
}
