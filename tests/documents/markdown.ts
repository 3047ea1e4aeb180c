import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = new URL('../../', import.meta.url).pathname

/** Folders without documents of the project: dependencies, builds, data, and the site, which has copies. */
const skipped = new Set(['node_modules', 'dist', 'data', 'docs-site'])

function markdownFilesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name.startsWith('.') || skipped.has(entry.name) ? [] : markdownFilesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** The paths of all Markdown files of the repository, from its root, sorted. */
export const markdownFiles = markdownFilesIn('.').sort()

export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')

/** One fenced code block of a page. */
export interface Fence {
  /** The number of the line with the opening fence; the first line of a page is 1. */
  line: number
  /** The word after the opening fence, such as `sh`; empty if there is none. */
  language: string
  content: string
  /** The reason in `<!-- not run: reason -->` on the line above the fence, if there is one. */
  notRun: string | undefined
}

/** Returns the fenced code blocks of a page in order. A fence that is never closed ends with the page. */
export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = []
  let open: { fence: Fence; mark: string; indent: number; lines: string[] } | undefined
  const lines = markdown.split('\n')
  for (const [at, line] of lines.entries()) {
    const [, indent = '', mark = '', language = ''] = /^( *)(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? []
    if (open && mark.startsWith(open.mark) && language === '') {
      open.fence.content = `${open.lines.join('\n')}\n`
      open = undefined
    } else if (open) open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)))
    else if (mark) {
      const [, notRun] = /^ *<!-- not run: (.*\S) -->$/.exec(lines[at - 1] ?? '') ?? []
      const fence = { line: at + 1, language, content: '', notRun }
      fences.push(fence)
      open = { fence, mark, indent: indent.length, lines: [] }
    }
  }
  if (open) open.fence.content = `${open.lines.join('\n')}\n`
  return fences
}

/** Returns a page with its code blocks, code spans and comments emptied, because text in them is never a link. */
const withoutCode = (markdown: string): string =>
  markdown
    .replace(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^ *\2 *$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '``')

/** Returns the targets of the links and images of a page, as they are written. */
export const linksOf = (markdown: string): string[] =>
  [
    ...withoutCode(markdown).matchAll(
      /\]\(\s*<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)|\b(?:src|srcset|href)="([^"]*)"/gm,
    ),
  ].map(([, inline, reference, attribute]) => inline ?? reference ?? attribute ?? '')

/** Returns the anchors of the headings of a page, by the rules of GitHub, and those that its HTML names. */
export function anchorsOf(markdown: string): Set<string> {
  const prose = markdown.replace(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^ *\2 *$/gm, '')
  const anchors = new Set([...prose.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, name = '']) => name))
  const times = new Map<string, number>()
  for (const [, heading = ''] of prose.matchAll(/^#{1,6}\s+(.*?)\s*#*$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]*>/g, '')
    const slug = text
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
      .replaceAll(' ', '-')
    const before = times.get(slug) ?? 0
    times.set(slug, before + 1)
    anchors.add(before === 0 ? slug : `${slug}-${before}`)
  }
  return anchors
}
