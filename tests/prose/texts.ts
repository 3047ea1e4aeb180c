import { stripTypeScriptTypes } from 'node:module'
import { type Node, parse } from 'acorn'
import { languages } from '#contract/declaration/languages.ts'
import { markdownFiles, readPage } from '#tests/documents/markdown.ts'
import { files, isProduct, source } from '#tests/sources.ts'
import { surfaces, textFileOf } from '#tests/texts/surfaces.ts'

/** The files with texts that others read: every document, and every source whose strings a program prints, logs or shows. */
export const textFiles: readonly string[] = [
  ...markdownFiles,
  ...files.filter(isProduct),
  ...surfaces.flatMap((surface) => languages.map((language) => textFileOf(surface, language))),
]

export const readTextFile = (file: string): string => (file.endsWith('.md') ? readPage(file) : source(file))

/** A line of a string in a source, without what the code puts into it. */
export interface PrintedLine {
  line: number
  text: string
}

/** Returns the texts of a file in JSON, which has each in a line of its own. */
export const textsByLine = (json: string): PrintedLine[] =>
  json.split('\n').map((line, at) => ({ line: at + 1, text: line.replace(/^\s*"[^"]*": |"|,$/g, '').trim() }))

/** Returns the strings and templates of a source, line by line. Code in backquotes is a name, and left out. */
export function printedLines(program: string): PrintedLine[] {
  const printed: PrintedLine[] = []
  const add = (start: number, text: string) => {
    const line = program.slice(0, start).split('\n').length
    const withoutNames = text.replace(/`[^`\n]*`/g, (name) => ' '.repeat(name.length))
    printed.push(...withoutNames.split('\n').map((one, at) => ({ line: line + at, text: one.trim() })))
  }
  const visit = (node: Node): void => {
    if (node.type.startsWith('Import') && node.type !== 'ImportExpression') return
    if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
      add(node.start, node.value)
    if (isTemplate(node)) {
      // Parts of one template are one text, so that code in backquotes is seen across a value.
      const cooked = node.quasis.map(({ value }) => value.cooked ?? '').join('…')
      add(node.start, cooked)
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
  }
  visit(
    parse(stripTypeScriptTypes(program), {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
    }),
  )
  return printed
}

interface Template extends Node {
  quasis: readonly { value: { cooked?: string | null } }[]
}

const isTemplate = (node: Node): node is Template => node.type === 'TemplateLiteral'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
