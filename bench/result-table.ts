import { styleText } from 'node:util'
import type { Spread } from './figures.ts'
import type { Check, Result } from './scenario.ts'

/** The description of each figure, in the order in which figures are shown. */
export const figureTexts: Record<string, string> = {
  perSecond: 'a second',
  p50Ms: 'half within, ms',
  p99Ms: '99 of 100 within, ms',
  cpuUs: 'processor for each, µs',
  residentMiB: 'memory, MiB',
  loadShare: 'load takes of a core',
  machineBusy: 'busy of all cores',
  validateP50Ms: 'validate: half within, ms',
  validateP99Ms: 'validate: 99 of 100 within, ms',
  loginsPerSecond: 'logins answered 200, a second',
  refusedPerSecond: 'refused with 503, a second',
  refusedP99Ms: '503: 99 of 100 within, ms',
  retryAfterShare: '503 with Retry-After, share',
  idleMiB: 'idle, MiB',
  afterLoadMiB: 'after load, MiB',
  openedMiB: 'more with streams open, MiB',
  idleCpuShare: 'idle, takes of a core',
  reachedFirstMs: 'first stream told after, ms',
  reachedAllMs: 'all streams told after, ms',
  startMs: 'first answered request, ms',
  rowsInSync: 'rows in a sync',
  longestDelayMs: 'longest delay of the loop, ms',
  validateFirstMs: 'validate, first time, ms',
  validateAgainMs: 'validate, seen before, ms',
  ownSessionsMs: "list of a user's sessions, ms",
  refreshMs: 'refresh, ms',
  logOutMs: 'logout, ms',
  lookUpMs: 'look-up by e-mail, ms',
  pageMs: 'page from all over the list, ms',
  fewMs: 'list of a rare role or status, ms',
  latestMs: 'list of who came last, ms',
  prefixMs: 'list by a short prefix, ms',
  firstPageMs: 'users page, ms',
  byNameMs: 'users by name, ms',
  neverLoggedInMs: 'users who never logged in, ms',
  beginningMs: 'users by a short beginning, ms',
  searchCommonMs: 'search for what many have, ms',
  searchNobodyMs: 'search for what nobody has, ms',
  logInMs: 'login, ms',
  readyMs: 'ready after the start, ms',
}

/** Prints a result for a terminal with eighty columns. */
export function resultTable(result: Result): string {
  const { scenario, node, cores, rounds, contestants, checks, notes } = result
  return [
    '',
    styleText('bold', `${scenario} (Node ${node}, ${cores} cores, ${rounds} rounds)`),
    ...wrapped(result.measures),
    '',
    row('', ['median', 'lowest', 'highest']),
    ...contestants.flatMap(({ name, figures }) => [
      styleText('bold', name),
      ...Object.entries(figures).map(([figure, spread]) =>
        row(`  ${figureTexts[figure] ?? figure}`, shownSpread(spread)),
      ),
    ]),
    ...(checks.length > 0 ? [''] : []),
    ...checks.flatMap((one) => [
      ...wrapped(one.what),
      row(`  ${one.unit}${targetText(one)}`, shownSpread(one), verdict(one)),
    ]),
    ...(notes.length > 0 ? ['', ...notes.flatMap(wrapped)] : []),
    '',
  ].join('\n')
}

const row = (first: string, figures: string[], last = ''): string =>
  `${first.padEnd(34)}${figures.map((figure) => figure.padStart(12)).join('')}  ${last}`.trimEnd()

const shownSpread = ({ median, min, max }: Spread): string[] => [median, min, max].map(shown)

/** Writes a figure with three significant digits and with thousands separators. */
export const shown = (figure: number): string =>
  Math.abs(figure) >= 100 ? Math.round(figure).toLocaleString('en') : `${Number(figure.toPrecision(3))}`

export function targetText({ target }: Check): string {
  if (!target) return ''
  return 'atLeast' in target
    ? `, at least ${shown(target.atLeast)} wanted`
    : `, at most ${shown(target.atMost)} wanted`
}

/** Returns whether the median meets the target, or undefined if the check has no target. */
export function isMet({ target, median }: Check): boolean | undefined {
  if (!target) return undefined
  return 'atLeast' in target ? median >= target.atLeast : median <= target.atMost
}

function verdict(one: Check): string {
  const met = isMet(one)
  if (met === undefined) return ''
  return met ? styleText('green', 'met') : styleText('red', 'missed')
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > 80) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
