import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns what is not accessible on a page (WCAG 2.2 AA, by axe). The page must be one on which scripts may run. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(axe, 'utf8'))
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run({ runOnly: ${JSON.stringify(tags)} })`,
  )
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
