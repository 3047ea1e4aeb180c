import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unescapeHtml } from '#tests/support/unescape-html.ts'
import { markupOf } from '../html.ts'
import { guidePage, readGuides } from './guides.ts'

/** The parts of a document in order: its headings, the beginnings of its list items, its table rows and its code blocks. */
interface Parts {
  headings: string[]
  items: string[]
  rows: string[]
  code: string[]
}

/** Leaves the letters and digits of a text. Spaces, punctuation and the marks of Markdown are not compared. */
const lettersOf = (text: string): string => text.replace(/[^\p{Letter}\p{Number}]/gu, '')

/** Cuts off what may be on another line in the page, such as the end of a piece of code. */
const beginningOf = (letters: string): string => letters.slice(0, 16)

/** Reads the parts of a document line by line, by rules that are simpler than those of Markdown and that our documents keep. */
function partsIn(markdown: string): Parts {
  const parts: Parts = { headings: [], items: [], rows: [], code: [] }
  const lettersIn = (text: string) => lettersOf(text.replace(/\]\([^)\s]*\)/g, '').replace(/<br>|&lt;/g, ' '))
  let fence: { mark: string; indent: number; lines: string[] } | undefined
  /** The number of the last item by the indent of its list, and whether the last line without indent was in a list. */
  const numbers = new Map<number, number>()
  let isInList = false
  let before = ''
  for (const line of markdown.replace(/^ *<!--[\s\S]*?-->\n/gm, '').split('\n')) {
    const [, space = '', mark] = /^( *)(`{3,})/.exec(line) ?? []
    const [, indent = '', number, text = ''] = /^( *)(?:[-*]|(\d+)\.) +(.*)/.exec(line) ?? []
    // The numbers of a list follow one another. A line of a paragraph can begin with any other number.
    const follows = number === '1' || Number(number) === (numbers.get(indent.length) ?? 0) + 1
    if (fence) {
      if (line.trim() === fence.mark) {
        parts.code.push(fence.lines.join('\n'))
        fence = undefined
      } else fence.lines.push(line.slice(fence.indent))
    } else if (mark) fence = { mark, indent: space.length, lines: [] }
    else if (/^#{1,6} /.test(line)) parts.headings.push(lettersIn(line))
    else if (/^ *\|/.test(line)) {
      if (!/^[\s|:-]+$/.test(line)) parts.rows.push(lettersIn(line))
    } else if (text !== '' && (number === undefined || follows)) {
      parts.items.push(beginningOf(lettersIn(text)))
      if (number !== undefined) numbers.set(indent.length, Number(number))
      isInList = true
    } else if (/^ {4}/.test(line) && !isInList) {
      const code = line.slice(4)
      if (before.trim() === '') parts.code.push(code)
      else parts.code.push(`${parts.code.pop()}\n${code}`)
    } else if (/^\S/.test(line) && before.trim() === '') isInList = false
    before = line
  }
  return parts
}

/** Reads the same parts of a page. */
function partsOf(page: string): Parts {
  const all = (pattern: RegExp) =>
    [...page.matchAll(pattern)].map(([, inner = '']) => unescapeHtml(inner.replace(/<[^>]*>/g, '')))
  return {
    headings: all(/<h\d[^>]*>(.*?)<\/h\d>/g).map(lettersOf),
    items: all(/<li>(.*?)(?=\n|<\/li>)/g).map((text) => beginningOf(lettersOf(text))),
    rows: all(/<tr>(.*?)<\/tr>/gs).map(lettersOf),
    code: all(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs),
  }
}

test('every heading, list item, table row and code block of every document is one in its page', async () => {
  const guides = await readGuides()
  const found: Parts = { headings: [], items: [], rows: [], code: [] }
  for (const guide of guides.values()) {
    const parts = partsOf(markupOf(guidePage(guide, guides).body))
    assert.deepEqual(parts, partsIn(guide.markdown), guide.path)
    for (const name of ['headings', 'items', 'rows', 'code'] as const) found[name].push(...parts[name])
  }
  for (const [name, list] of Object.entries(found))
    assert.ok(list.length > 100, `the check has ${name} to look at`)
})

test('no mark of Markdown is left in the page of a document', async () => {
  const guides = await readGuides()
  for (const guide of guides.values()) {
    const prose = markupOf(guidePage(guide, guides).body).replace(/<code>.*?<\/code>/gs, '')
    assert.doesNotMatch(prose, /<(?:p|li|t[dh][^>]*)>\s*(?:[-+|]|#+|&gt;|\d+\.)\s/, guide.path)
    const text = unescapeHtml(prose.replace(/<[^>]*>/g, ''))
    assert.doesNotMatch(text, /[*`\\]|\]\(|~~|<!--|<br|&\w+;/, guide.path)
  }
})
