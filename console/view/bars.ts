import { type Html, html } from '#runtime/html.ts'

const height = 100
const step = 10

/**
 * Draws a chart of bars, each of which is a stack of parts, the first at the bottom. The class of a part gives its colour.
 * `label` describes the chart; for people who cannot see it, the page must also have the numbers, in a table.
 */
export function bars(
  label: string,
  columns: readonly (readonly { count: number; className: string }[])[],
): Html {
  const sums = columns.map((parts) => parts.reduce((sum, { count }) => sum + count, 0))
  const highest = Math.max(1, ...sums)
  const rects = columns.flatMap((parts, index) => {
    let top = height
    return parts
      .filter(({ count }) => count > 0)
      .map(({ count, className }) => {
        // A part with a count is never too thin to be seen.
        const size = Math.max((count / highest) * (height - 4), 1)
        top -= size
        const y = Math.max(top, 0).toFixed(1)
        return html`<rect class="${className}" x="${index * step + 1}" y="${y}" width="${step - 2}" height="${size.toFixed(1)}"/>`
      })
  })
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${columns.length * step} ${height}" preserveAspectRatio="none">${rects}</svg>`
}
