import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { html } from '../html.ts'
import type { Page } from '../http/page.ts'
import { renderMarkdown } from './markdown.ts'
import { searchAllowed, searchForm, searchStyle } from './search-form.ts'
import { documentStyle } from './style.ts'

export const documents = new URL('../../docs/', import.meta.url)

/** The folders of `docs/` that are served, each with the name of its kind of document. */
const folders = {
  tutorials: 'Tutorials',
  guide: 'Guides',
  reference: 'Reference',
  explanation: 'Explanation',
} as const

/** A document for people: a tutorial, a guide, a page of reference or an explanation. */
export interface Guide {
  /** The path at which the page is served, such as `/docs/guide/webhooks`. With `.md` at the end, it serves the Markdown. */
  path: string
  kind: (typeof folders)[keyof typeof folders]
  title: string
  markdown: string
}

let kept: Promise<ReadonlyMap<string, Guide>> | undefined

/**
 * Returns the documents by their path, sorted by kind and name. They are read once in the life of the process: a request for a
 * name that does not exist must not read forty files.
 */
export function readGuides(): Promise<ReadonlyMap<string, Guide>> {
  kept ??= readAll().catch((error) => {
    kept = undefined
    throw error
  })
  return kept
}

async function readAll(): Promise<ReadonlyMap<string, Guide>> {
  const guides = new Map<string, Guide>()
  for (const [folder, kind] of Object.entries(folders)) {
    const folderUrl = new URL(`${folder}/`, documents)
    const names = existsSync(folderUrl) ? await readdir(folderUrl) : []
    for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
      const markdown = await readFile(new URL(name, folderUrl), 'utf8')
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name
      const path = `/docs/${folder}/${name.slice(0, -'.md'.length)}`
      guides.set(path, { path, kind, title, markdown })
    }
  }
  return guides
}

/** Makes the page of a document. A link to a document that is not served here, such as a source file, is plain text. */
export function guidePage({ path, title, markdown }: Guide, guides: ReadonlyMap<string, Guide>): Page {
  return {
    title,
    path,
    body: html`${searchForm()}<p><a href="/docs">Documentation</a> · <a href="${path}.md">Markdown</a></p>\n${renderMarkdown(markdown, { linkTo: linkFrom(path, guides) })}`,
    style: html`${documentStyle}${searchStyle}`,
    ...searchAllowed,
  }
}

/** Returns where a link of the document at `path` leads on this server. */
export const linkFrom =
  (path: string, guides: ReadonlyMap<string, Guide>) =>
  (target: string): string | undefined => {
    const [file = '', anchor] = target.split('#')
    const to = posix.join(posix.dirname(path), file).replace(/\.md$/, '')
    return guides.has(to) ? `${to}${anchor === undefined ? '' : `#${anchor}`}` : undefined
  }
