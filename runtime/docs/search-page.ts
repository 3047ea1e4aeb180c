import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { failures } from '#contract/declaration/failure-table.ts'
import { html } from '../html.ts'
import type { Page } from '../http/page.ts'
import type { Door } from './doors.ts'
import { type Guide, linkFrom } from './guides.ts'
import { prose } from './html.ts'
import { sectionsOf } from './markdown.ts'
import { searchAllowed, searchForm, searchStyle } from './search-form.ts'
import { makeSearch, type Search, type Searchable } from './search-index.ts'
import { documentStyle } from './style.ts'

interface Sources {
  guides: readonly Guide[]
  endpoints: readonly Endpoint[]
  /** The list of the documents, whose lines say what each is about. */
  doors: readonly Door[]
}

/** Makes the search over the documents, the operations and the failure codes of a server. */
export const documentationSearch = (sources: Sources): Promise<Search> => makeSearch(searchables(sources))

function* searchables({ guides, endpoints, doors }: Sources): Generator<Searchable> {
  const about = linesByPage(doors, guides)
  for (const { path, kind, title, markdown } of guides)
    yield { path, kind, title: plain(title), about: about.get(path), sections: sectionsOf(markdown) }
  for (const { name, method, paths, summary, description = '', tag } of endpoints.filter(isForClients))
    yield {
      path: `/docs#${name}`,
      kind: 'Operation',
      title: plain(summary),
      sections: [{ title: `${tag} ${name}`, text: `${method} ${paths[0]}. ${description}` }],
    }
  for (const [code, { message }] of Object.entries(failures))
    yield {
      path: `/problems/${code}`,
      kind: 'Failure',
      title: code,
      sections: [{ title: code, text: message }],
    }
}

const plain = (title: string): string => title.replaceAll('`', '')

/** Returns what the list of the documents says about each page. */
function linesByPage(doors: readonly Door[], guides: readonly Guide[]): ReadonlyMap<string, string> {
  const linkTo = linkFrom('/docs/README', new Map(guides.map((guide) => [guide.path, guide])))
  const lines = new Map<string, string>()
  for (const item of doors.flatMap(({ items }) => items))
    for (const [, target = ''] of item.matchAll(/\]\(([^)\s]+)\)/g)) {
      const path = linkTo(target)
      if (path !== undefined) lines.set(path, item.replace(/\]\([^)\s]*\)/g, ']'))
    }
  return lines
}

/** Makes the page with what was found. */
export function searchPage(query: string, search: Search): Page {
  const found = search(query)
  const items = found.map(
    ({ path, kind, title, section, text }) =>
      html`<li><a href="${path}">${title}${section !== undefined && ` › ${section}`}</a> <span class="quiet">${kind}</span><p>${prose(text)}</p></li>`,
  )
  const nothing = html`<p>No results. Try fewer or other words, or choose a page from the <a href="/docs">documentation</a>.</p>`
  return {
    title: `${query} · Search`,
    path: '/docs',
    body: html`${searchForm(query)}<p><a href="/docs">Documentation</a></p><h1>Search results</h1>${found.length > 0 ? html`<ol>${items}</ol>` : nothing}`,
    style: html`${documentStyle}${searchStyle}`,
    ...searchAllowed,
  }
}
