import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns the accessibility faults of a page (WCAG 2.2 AA). The page must allow scripts, because the checker axe is one. */
export async function violationsOn(page: Page): Promise<string[]> {
  // The script of axe is already on the page when the page is checked a second time, in another size or in dark colours.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(readFileSync(axe, 'utf8'))
  const options = { runOnly: tags, resultTypes: ['violations'], selectors: false }
  // Only the violations are transferred from the browser: transferring the whole result takes longer than the check.
  const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
