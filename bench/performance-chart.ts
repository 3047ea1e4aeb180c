import { type Html, html, joinHtml, markupOf } from '#runtime/html.ts'
import { shown } from './result-table.ts'
import { majorOf } from './results.ts'
import type { Check, Result } from './scenario.ts'

/** The sizes in the chart, in pixels. */
const labelWidth = 330
const barWidth = 400
const figureWidth = 40
const rowHeight = 36
const top = 44
const right = 60
/** The ratio at which a bar has its full width. */
const widest = 1.2

/**
 * Draws each ratio to a baseline, for each version of Node, as an SVG chart without script, web fonts or
 * background. The baseline (floor in the names of the code) is the least that the same work can cost.
 */
export function performanceChart(results: readonly Result[]): string {
  const rows = results.flatMap((result) =>
    pairs(result.checks).map((pair) => ({
      label: `${result.scenario}: ${pair[0]?.beside?.own} (Node ${majorOf(result)})`,
      pair,
    })),
  )
  const width = labelWidth + barWidth + right
  const height = top + rows.length * rowHeight + 12
  return markupOf(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12">
<title>Requests beside the floor, and the target</title>
<style>
  text { fill: #57606a } .requests { fill: #2f81f7 } .processor { fill: #8250df } .target { stroke: #cf222e } .line { stroke: #8c959f }
  @media (prefers-color-scheme: dark) { text { fill: #b1bac4 } .processor { fill: #a371f7 } .target { stroke: #ff7b72 } }
</style>
<rect class="requests" x="${labelWidth}" y="6" width="10" height="10"/><text x="${labelWidth + 15}" y="15">requests a second</text>
<rect class="processor" x="${labelWidth + 130}" y="6" width="10" height="10"/><text x="${labelWidth + 145}" y="15">per processor second</text>
<line class="target" x1="${labelWidth + 285}" x2="${labelWidth + 285}" y1="5" y2="17" stroke-width="3"/><text x="${labelWidth + 293}" y="15">target</text>
<text x="${xOf(1)}" y="34" text-anchor="middle">1 = the floor</text>
<line class="line" x1="${xOf(1)}" x2="${xOf(1)}" y1="${top - 6}" y2="${height - 8}" stroke-dasharray="3 3"/>
${joinHtml(
  rows.map(({ label, pair }, at) => row(label, pair, top + at * rowHeight)),
  '\n',
)}
</svg>
`)
}

/**
 * Groups the checks of each compared system: its ratio of requests and its ratio of processor time are drawn
 * beside each other.
 */
const pairs = (checks: readonly Check[]): Check[][] =>
  [
    ...Map.groupBy(
      checks.filter(({ beside }) => beside),
      ({ beside }) => beside?.own,
    ),
  ].map(([, pair]) => pair)

function row(label: string, pair: readonly Check[], y: number): Html {
  const [{ target } = {}] = pair
  const mark = target && 'atLeast' in target ? xOf(target.atLeast) : undefined
  const drawn = [
    html`<text x="${labelWidth - 8}" y="${y + 17}" text-anchor="end">${label}</text>`,
    ...pair.map((one, at) => bar(one, { y: y + at * 13, mark })),
    ...(mark === undefined
      ? []
      : [
          html`<line class="target" x1="${mark}" x2="${mark}" y1="${y - 2}" y2="${y + 27}" stroke-width="3"/>`,
        ]),
  ]
  return joinHtml(drawn, '\n')
}

function bar(
  { beside, median, min, max }: Check,
  { y, mark }: { y: number; mark: number | undefined },
): Html {
  const kind = beside?.of === 'requests a second' ? 'requests' : 'processor'
  const end = Math.max(xOf(median), xOf(max))
  // The figure is moved to the right of the target mark when the mark would be drawn through the figure.
  const figureAt = mark !== undefined && mark > end && mark < end + figureWidth ? mark : end
  const drawn = [
    html`<rect class="${kind}" x="${labelWidth}" y="${y}" width="${(xOf(median) - labelWidth).toFixed(1)}" height="11"/>`,
    html`<line class="line" x1="${xOf(min)}" x2="${xOf(max)}" y1="${y + 5.5}" y2="${y + 5.5}" stroke-width="2"/>`,
    html`<text x="${figureAt + 5}" y="${y + 10}" font-size="11">${shown(median)}</text>`,
  ]
  return joinHtml(drawn, '\n')
}

const xOf = (ratio: number): number =>
  Number((labelWidth + (Math.min(ratio, widest) / widest) * barWidth).toFixed(1))
