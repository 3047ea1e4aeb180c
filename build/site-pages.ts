import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A page of the site: Markdown with the front matter that Starlight reads. */
export interface SitePage {
  /** The path of the file below the content folder, such as `guide/mail.md`. */
  path: string
  text: string
}

/** One of the groups of the sidebar, as Starlight takes it. */
export interface SiteGroup {
  label: string
  collapsed: boolean
  items: { label: string; link: string }[]
}

export interface Site {
  pages: SitePage[]
  sidebar: SiteGroup[]
  /** The images that pages show, by their path in the repository. */
  images: Map<string, string>
}

const map = 'docs/README.md'
const decisions = 'docs/decisions'

/** The pages of the site outside of `docs/`, each with its path on the site. */
const outside: Record<string, string> = {
  'ARCHITECTURE.md': 'explanation/architecture',
  'CHANGELOG.md': 'explanation/changelog',
  'CONTRIBUTING.md': 'explanation/contributing',
  'SECURITY.md': 'explanation/security',
  'STYLE.md': 'explanation/style',
  'sdk/README.md': 'reference/client-library',
}
/** Returns whether the search leaves a page out: it repeats the words of guides, and would be found before these. */
const isUnsearched = (file: string): boolean =>
  file.startsWith(`${decisions}/`) || [map, 'CHANGELOG.md', 'CONTRIBUTING.md', 'STYLE.md'].includes(file)

/**
 * Makes the pages of the site from the documents below `root`. The documents stay Markdown that a forge shows: titles come from the first
 * heading, links between files become links between pages, and the sidebar is the list in `docs/README.md`.
 */
export function readSite(root: string): Site {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const pathOf = pagePaths(root)
  const images = new Map<string, string>()
  const linkFrom = (page: string) => (target: string) => {
    const [name = '', anchor] = target.split('#')
    const file = normalize(join(dirname(page), name)).replace(/\/$/, '')
    const path = name === '' ? pathOf.get(page) : file === decisions ? 'decisions' : pathOf.get(file)
    if (path !== undefined) return `${urlOf(path)}${anchor === undefined ? '' : `#${anchor}`}`
    if (!/\.(svg|png)$/.test(file) || !existsSync(join(root, file))) return undefined
    images.set(file, `images/${file.split('/').at(-1)}`)
    return `/${images.get(file)}`
  }
  const pages = [...pathOf].map(([file, path]) => {
    const { title, description, body } = partsOf(read(file))
    const matter = { title, description, ...(isUnsearched(file) ? { pagefind: false } : {}) }
    return toPage(path, matter, withLinks(body, linkFrom(file)))
  })
  const files = [...pathOf.keys()].filter((file) => file.startsWith(`${decisions}/`))
  const list = files.map((file) => `- [${partsOf(read(file)).title}](${urlOf(pathOf.get(file) ?? '')})`)
  pages.push(toPage('decisions/index', { title: 'Decisions', pagefind: false }, `${list.join('\n')}\n`))
  return { pages, sidebar: sidebarOf(read(map), linkFrom(map)), images }
}

/**
 * Makes the links of a built page relative, so that it can be opened from the folder and served below any path. `path` is that of the page
 * on the site, such as `guide/mail/index.html`.
 */
export function withRelativeLinks(html: string, path: string): string {
  const up = '../'.repeat(path.split('/').length - 1) || './'
  return html.replace(/\b(href|src)="\/(?!\/)([^"#]*)/g, (_, attribute: string, target: string) => {
    const file = target === '' || target.endsWith('/') ? `${target}index.html` : target
    return `${attribute}="${up}${file}`
  })
}

/** Returns the path on the site of each document, by its path in the repository. */
function pagePaths(root: string): Map<string, string> {
  const folders = ['tutorials', 'guide', 'reference', 'explanation', 'decisions']
  const inside = folders.flatMap((folder) =>
    readdirSync(join(root, 'docs', folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name): [string, string] => [`docs/${folder}/${name}`, `${folder}/${name.slice(0, -3)}`]),
  )
  return new Map([[map, 'index'], ...inside, ...Object.entries(outside)])
}

const urlOf = (path: string): string => (path === 'index' ? '/' : `/${path}/`)

function toPage(path: string, matter: Record<string, unknown>, body: string): SitePage {
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return { path: `${path}.md`, text: ['---', ...lines, '---', '', body].join('\n') }
}

/** Splits a document into its title, its first paragraph as plain text, and what follows the title. */
function partsOf(markdown: string): { title: string; description: string; body: string } {
  const [whole = '', heading = ''] = /^# (.+)\n+/m.exec(markdown) ?? []
  const body = markdown.replace(whole, '').replaceAll(/^ *<!--[\s\S]*?-->\n/gm, '')
  const [paragraph = ''] = body.split('\n\n')
  const isText = /^[^#<|`!-]/.test(paragraph)
  return { title: plain(heading), description: isText ? plain(paragraph).replaceAll('\n', ' ') : '', body }
}

const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')

// Code comes first in the pattern, because what looks like a link in code is none. The text of a link may contain code.
const codeOrLink =
  /(?<code>^ *(?<fence>`{3,})[^\n]*\n[\s\S]*?^ *\k<fence> *$|(?<ticks>`+)(?!`)[\s\S]*?[^`]\k<ticks>(?!`))|(?<image>!?)\[(?<text>(?:`[^`]*`|[^\]`])*)\]\((?<target>[^()\s]+)\)/gm

/** Rewrites the links of a document. A link for which `linkTo` returns nothing, such as one to a source file, becomes its text. */
function withLinks(markdown: string, linkTo: (target: string) => string | undefined): string {
  return markdown.replace(codeOrLink, (whole, ...rest) => {
    const { code, image, text, target } = rest.at(-1) as Record<string, string | undefined>
    if (code !== undefined || target === undefined || /^[a-z]+:/.test(target)) return whole
    const link = linkTo(target)
    return link === undefined ? (text ?? '') : `${image}[${text}](${link})`
  })
}

/** Returns the groups of the sidebar: each heading of the map with its links. */
function sidebarOf(markdown: string, linkTo: (target: string) => string | undefined): SiteGroup[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section, at) => {
      const links = [...section.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]
      return {
        label: section.split('\n')[0] ?? '',
        collapsed: at > 0,
        items: links.map(([, text = '', target = '']) => ({
          label: `${text[0]?.toUpperCase()}${text.slice(1)}`,
          link: linkTo(target) ?? target,
        })),
      }
    })
}
