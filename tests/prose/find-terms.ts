import { TextlintKernel } from '@textlint/kernel'
import markdownPlugin from '@textlint/textlint-plugin-markdown'
import textPlugin from '@textlint/textlint-plugin-text'
// @ts-expect-error: the package has no types
import terminology from 'textlint-rule-terminology'
import type { Term } from './terms.ts'
import { printedLines, textsByLine } from './texts.ts'

/** A term in a file, with the sentence that says what to write instead. */
export interface FoundTerm {
  line: number
  message: string
}

const kernel = new TextlintKernel()

/**
 * Returns where a file has one of the terms: a document in its text, but not in its code, links and comments; a source in its
 * strings, a file of texts in all of them.
 */
export async function findTerms(file: string, content: string, terms: readonly Term[]): Promise<FoundTerm[]> {
  // Most files have none of the terms, and parsing a file takes a hundred times as long as this.
  if (!terms.some(({ pattern }) => new RegExp(pattern, 'i').test(content))) return []
  if (file.endsWith('.md')) return lint(content, '.md', terms)
  const lines = file.endsWith('.json') ? textsByLine(content) : printedLines(content)
  const found = await lint(lines.map(({ text }) => text).join('\n'), '.txt', terms)
  return found.map(({ line, message }) => ({ line: lines[line - 1]?.line ?? 0, message }))
}

async function lint(text: string, ext: '.md' | '.txt', terms: readonly Term[]): Promise<FoundTerm[]> {
  const { messages } = await kernel.lintText(text, {
    ext,
    plugins: [
      { pluginId: 'markdown', plugin: markdownPlugin.default },
      { pluginId: 'text', plugin: textPlugin.default },
    ],
    rules: [
      {
        ruleId: 'terminology',
        rule: terminology,
        options: { defaultTerms: false, terms: terms.map(({ pattern, instead }) => [pattern, instead]) },
      },
    ],
  })
  return messages.map(({ loc, message }) => ({ line: loc.start.line, message }))
}
