import { setTimeout as sleep } from 'node:timers/promises'
import { whyNoPromtool } from '#tests/support/promtool.ts'
import { until } from '#tests/support/until.ts'
import { findDeviations } from './acknowledged-state.ts'
import { type CampaignOptions, type Outcome, RequirementMissing } from './campaign.ts'
import { resumption } from './failover-round.ts'
import { type LogLine, type OutageSystem, startOutageSystem } from './outage-system.ts'
import type { Answer } from './recorded-calls.ts'
import { startRecordedLoad } from './recorded-load.ts'
import { type FiredAlert, startScraping } from './scrapes.ts'

const clients = 6
/** The pause of a client, in ms. Without it a user would exceed the limit of sessions, and the oldest one would be ended. */
const pauseMs = 3_000
const beforeMs = 30_000
const scrapeMs = 5_000
const longestRecoveryMs = 30_000

/** The observations of clients during an outage. Its times are on the clock of `performance.now()`. */
interface Seen {
  goneAt: number
  backAt: number
  answers: readonly Answer[]
  lines: readonly LogLine[]
  alerts: FiredAlert[]
  slowestScrapeMs: number
}

/**
 * Takes PostgreSQL away from two nodes under light load, and shows what an operator sees of it: the replies, the log, the
 * alerts and the recovery. The load goes on for six times as long afterwards, so that rates over minutes become low again.
 */
export async function loseDatabase({ seconds = 60 }: Pick<CampaignOptions, 'seconds'>): Promise<Outcome> {
  if (whyNoPromtool) throw new RequirementMissing(whyNoPromtool)
  await using system = await startOutageSystem()
  const load = startRecordedLoad({ ...system, clients, pauseMs })
  const scrapes = startScraping(system.targets, scrapeMs)
  await sleep(beforeMs)
  await until('some load', () => load.answers.filter(({ outcome }) => outcome === 'done').length > 50)
  const linesBefore = system.lines.length
  const goneAt = performance.now()
  await system.cluster.kill()
  await sleep(seconds * 1_000)
  await system.cluster.start()
  const backAt = performance.now()
  const resumed = () => resumption(load.answers, backAt, system.nodes.length) < Infinity
  // A service that does not resume is reported below.
  await until('the services to go on', resumed).catch(() => {})
  await sleep(6 * seconds * 1_000)
  await Promise.all([load.stop(), scrapes.stop()])
  const lines = system.lines.slice(linesBefore)
  const deviations = await findDeviations(load, system)
  const seen: Seen = {
    goneAt,
    backAt,
    answers: load.answers,
    lines,
    alerts: scrapes.alerts(),
    slowestScrapeMs: scrapes.slowestMs,
  }
  return {
    figures: [
      ...figuresOf(seen),
      ['users and sessions asked about after it', load.users.length + load.sessions.length],
      ['of them not as acknowledged', deviations.length],
    ],
    violations: [...deviations.map(({ what }) => what), ...violationsOf(seen, system, seconds)],
  }
}

const inSeconds = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`

function figuresOf(seen: Seen): Outcome['figures'] {
  const { goneAt, backAt, answers } = seen
  const done = answers.filter(({ outcome }) => outcome === 'done')
  const refused = answers.filter(isRefused)
  const lastRefusedAt = Math.max(backAt, ...refused.map(({ answeredAt }) => answeredAt))
  const firstDoneAt = Math.min(
    ...done.filter(({ askedAt }) => askedAt > backAt).map(({ answeredAt }) => answeredAt),
  )
  const about = seen.lines.filter(isAboutIt)
  const slowestMs = Math.max(...answers.map(({ askedAt, answeredAt }) => answeredAt - askedAt))
  return [
    ['PostgreSQL was away for', inSeconds(backAt - goneAt)],
    ['requests carried out before', done.filter(({ answeredAt }) => answeredAt < goneAt).length],
    ['requests refused with 503', refused.length],
    ['requests carried out after', done.filter(({ askedAt }) => askedAt > backAt).length],
    ['any other answer', answers.length - done.length - refused.length],
    ['the slowest answer', inSeconds(slowestMs)],
    ['the slowest scrape', inSeconds(seen.slowestScrapeMs)],
    ['its return until the first good answer', inSeconds(firstDoneAt - backAt)],
    ['until each service at each node gave one', inSeconds(recoveryMs(seen))],
    ['until the last refusal', inSeconds(lastRefusedAt - backAt)],
    ['log lines of two nodes about it', about.length],
    ...[...Map.groupBy(about, nameOf)].map(([name, lines]): [string, number] => [`  ${name}`, lines.length]),
    ['log lines about what people did', seen.lines.length - about.length],
    ...seen.alerts.flatMap(({ name, firedAt, resolvedAt }): [string, string][] => [
      [`${name}: fired after`, inSeconds(firedAt - goneAt)],
      [`${name}: over`, resolvedAt ? `${inSeconds(resolvedAt - backAt)} after the return` : 'no'],
    ]),
  ]
}

/** Returns the time from the return of PostgreSQL until each service had succeeded at each node. */
const recoveryMs = ({ answers, backAt }: Seen): number => resumption(answers, backAt, 2)

const isRefused = ({ status, hasRetryAfter }: Answer): boolean => status === 503 && hasRetryAfter

/**
 * Returns true for the log lines about the outage and about requests that were refused in it, and for every warning and
 * error.
 */
const isAboutIt = ({ level, outage, refused }: LogLine): boolean =>
  outage !== undefined || refused !== undefined || level !== 'info'

const nameOf = ({ level, msg, outage }: LogLine): string =>
  `${level}: ${msg.split(':', 1)[0]}${outage ? ` (${outage})` : ''}`.slice(0, 60)

function violationsOf(seen: Seen, { nodes }: OutageSystem, seconds: number): string[] {
  const { answers, lines, alerts } = seen
  const other = answers.filter((answer) => answer.outcome !== 'done' && !isRefused(answer))
  const loud = lines.filter(
    ({ level, outage }) => (level === 'warn' || level === 'error') && outage === undefined,
  )
  const ended = nodes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
  const down = alerts.find(({ name }) => name === 'LatchkeyDatabaseDown')
  return [
    ...other.map(({ endpoint, status, outcome }) => `${endpoint} was answered ${status} ${outcome}`),
    ...loud.map((line) => `a line about no outage: ${JSON.stringify(line)}`),
    ...(ended.length > 0 ? [`${ended.length} nodes ended`] : []),
    ...(recoveryMs(seen) > longestRecoveryMs ? [`the recovery took ${inSeconds(recoveryMs(seen))}`] : []),
    ...(seconds >= 60 && down?.resolvedAt === undefined
      ? ['LatchkeyDatabaseDown did not fire, or did not end']
      : []),
  ]
}
