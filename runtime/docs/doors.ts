import { readFile } from 'node:fs/promises'
import { type Html, html } from '../html.ts'
import { documents, type Guide, linkFrom } from './guides.ts'
import { renderMarkdown } from './markdown.ts'

/** One of the groups in which readers find the documents, such as "Operate". */
export interface Door {
  title: string
  /** One line about what the reader finds there. */
  line: string
  /** The items of its list in Markdown. Those without a page on this server are left out. */
  items: readonly string[]
}

/** Reads the groups of `docs/README.md`: its headings, each with a line and a list. */
export async function readDoors(): Promise<readonly Door[]> {
  return doorsIn(await readFile(new URL('README.md', documents), 'utf8'))
}

export const doorsIn = (markdown: string): readonly Door[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...items] = section.split(/^- /m)
      const [title = '', ...line] = head.trim().split('\n')
      return { title, line: line.join(' ').trim(), items: items.map((item) => item.trim()) }
    })

/** How many pages of a group are shown before the others are folded. */
const maxShown = 5

/** Makes the groups, each with its line and its pages. */
export function doorList(doors: readonly Door[], guides: readonly Guide[]): Html {
  const linkTo = linkFrom('/docs/README', new Map(guides.map((guide) => [guide.path, guide])))
  const isServed = (item: string) =>
    [...item.matchAll(/\]\(([^)\s]+)\)/g)].some(([, target = '']) => linkTo(target) !== undefined)
  const list = (items: readonly string[]) =>
    renderMarkdown(items.map((item) => `- ${item}`).join('\n'), { linkTo })
  const cards = doors.map(({ title, line, items }) => {
    const served = items.filter(isServed)
    const [shown, folded] = [served.slice(0, maxShown), served.slice(maxShown)]
    return html`<div class="door"><h2>${title}</h2><p>${line}</p>${list(shown)}${
      folded.length > 0 && html`<details><summary>${folded.length} more</summary>${list(folded)}</details>`
    }</div>`
  })
  return html`<div class="doors">${cards}</div>`
}
