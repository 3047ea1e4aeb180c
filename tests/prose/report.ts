import { findTerms } from './find-terms.ts'
import { doubtfulTerms, wrongTerms } from './terms.ts'
import { readTextFile, textFiles } from './texts.ts'

/**
 * Prints where texts have terms that docs/contributing/words.md advises against, with what to write instead, and how many there are
 * in each area. The arguments select files by a part of their path.
 */
const parts = process.argv.slice(2)
const selected = textFiles.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
const counts = new Map<string, number>()
for (const file of selected) {
  const found = await findTerms(file, readTextFile(file), [...wrongTerms, ...doubtfulTerms])
  const area = file.includes('/') ? (file.split('/')[0] ?? '') : 'root'
  counts.set(area, (counts.get(area) ?? 0) + found.length)
  for (const { line, message } of found) process.stdout.write(`${file}:${line}  ${message}\n`)
}
process.stdout.write(
  `\n${[...counts].map(([area, count]) => `${String(count).padStart(6)}  ${area}\n`).join('')}`,
)
