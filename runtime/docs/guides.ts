import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { escapeHtml, type Page } from '../http/page.ts'
import { renderMarkdown } from './markdown.ts'

const documents = new URL('../../docs/', import.meta.url)

/** The folders of `docs/` that are served, with the words for what is in them. */
const folders = {
  tutorials: 'Tutorials',
  guide: 'Guides',
  reference: 'Reference',
  explanation: 'Explanation',
} as const

/** A document for people: a tutorial, a guide, a page of reference or an explanation. */
export interface Guide {
  /** Where it is served, such as `/docs/guide/webhooks`; with `.md` behind it is the Markdown. */
  path: string
  kind: (typeof folders)[keyof typeof folders]
  title: string
  markdown: string
}

/** Reads the documents, by kind and name. */
export const readGuides = (): Guide[] =>
  Object.entries(folders).flatMap(([folder, kind]) => {
    const place = new URL(`${folder}/`, documents)
    const names = existsSync(place) ? readdirSync(place) : []
    return names
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => {
        const markdown = readFileSync(new URL(name, place), 'utf8')
        const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name
        return { path: `/docs/${folder}/${name.slice(0, -'.md'.length)}`, kind, title, markdown }
      })
  })

/** Makes the page of a document. A link to a document that is not served here, such as a source file, is plain text. */
export function guidePage({ path, title, markdown }: Guide, guides: readonly Guide[]): Page {
  const paths = new Set(guides.map((one) => one.path))
  const linkTo = (target: string) => {
    const [file = '', anchor] = target.split('#')
    const to = posix.join(posix.dirname(path), file).replace(/\.md$/, '')
    return paths.has(to) ? `${to}${anchor === undefined ? '' : `#${anchor}`}` : undefined
  }
  return {
    title,
    body: `<p><a href="/docs">Latchkey</a> · <a href="${escapeHtml(path)}.md">Markdown</a></p>\n${renderMarkdown(markdown, { linkTo })}`,
  }
}
