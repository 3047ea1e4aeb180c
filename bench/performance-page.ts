import type { Spread } from './figures.ts'
import { figureTexts, isMet, shown } from './result-table.ts'
import { majorOf } from './results.ts'
import type { Check, Result } from './scenario.ts'

/** Returns the text of `docs/reference/performance.md`, made from the recorded runs. */
export function performancePage(results: readonly Result[]): string {
  const majors = [...new Set(results.map(majorOf))]
  return `# Performance

What was measured, beside the least that the same work could take on the same machine in the same minute: that ratio is what counts, the
absolute figures are one machine's. \`bench/README.md\` says how, and \`npm run bench\` measures it on yours. This page and its picture
are made from \`bench/results\` by \`npm run bench-report\`.

![Requests beside the floor, and the target](performance.svg)

${results.length === 0 ? 'No run is recorded yet.\n' : majors.map((major) => ofNode(results.filter((one) => majorOf(one) === major))).join('\n')}`
}

function ofNode(results: readonly Result[]): string {
  const [first] = results
  if (!first) return ''
  return `## Node ${majorOf(first)}

${machinesOf(results)} Each figure is a median, with the lowest and the highest of the rounds in brackets.

${table(
  ['scenario', 'what', 'measured', 'wanted', ''],
  results.flatMap(({ scenario, checks }) =>
    checks
      .filter(({ target }) => target)
      .map((one) => [
        `[\`${scenario}\`](#${anchorOf(first, scenario)})`,
        one.what,
        `${withUnit(shown(one.median), one.unit)} (${shown(one.min)} to ${shown(one.max)})`,
        wanted(one),
        isMet(one) ? 'met' : '**missed**',
      ]),
  ),
)}
${results.map(section).join('\n')}`
}

const machinesOf = (results: readonly Result[]): string =>
  [
    ...new Set(
      results.map(
        ({ node, cores, processor, date }) => `Node ${node}, ${cores} cores (${processor}), ${date}.`,
      ),
    ),
  ].join(' ')

const anchorOf = (of: Result, scenario: string): string => `${scenario}-on-node-${majorOf(of)}`

function section(result: Result): string {
  const { scenario, measures, contestants, checks, notes, rounds, seconds } = result
  const figures = [...new Set(contestants.flatMap((one) => Object.keys(one.figures)))]
  const others = checks.filter(({ target }) => !target)
  return `### ${scenario} on Node ${majorOf(result)}

${[measures, ...notes].join(' ')} ${rounds} rounds, ${seconds} s under load for each in a round where it is under load.

${table(
  ['', ...figures.map((figure) => figureTexts[figure] ?? figure)],
  contestants.map(({ name, figures: own }) => [name, ...figures.map((figure) => cell(own[figure]))]),
)}
${others.length === 0 ? '' : `${others.map((one) => `- ${one.what}: ${cell(one)}`).join('\n')}\n`}`
}

const cell = (spread: Spread | undefined): string =>
  spread ? `${shown(spread.median)} (${shown(spread.min)} to ${shown(spread.max)})` : ''

const withUnit = (figure: string, unit: string): string => (unit === 'x' ? `${figure}x` : `${figure} ${unit}`)

function wanted({ target, unit }: Check): string {
  if (!target) return ''
  return 'atLeast' in target
    ? `at least ${withUnit(shown(target.atLeast), unit)}`
    : `at most ${withUnit(shown(target.atMost), unit)}`
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
