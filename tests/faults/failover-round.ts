import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/until.ts'
import { findDeviations } from './acknowledged-state.ts'
import type { Answer } from './recorded-calls.ts'
import { startRecordedLoad } from './recorded-load.ts'
import { type PrimaryFault, startReplicatedSystem } from './replicated-system.ts'

export interface FailoverRound {
  /**
   * The number of requests that succeeded before the fault. `doneAfter` counts those that were sent after it
   * and succeeded.
   */
  doneBefore: number
  doneAfter: number
  /** The number of replies that were not a success, by status, code and endpoint. */
  refused: Map<string, number>
  /** The replies that were neither a success nor 503 with Retry-After. */
  unexpected: string[]
  /** The users and sessions that were not in their acknowledged state afterwards. */
  deviations: string[]
  slowestMs: number
  /** The time from the fault of the primary until the standby accepted writes. */
  promotionMs: number
  /**
   * The time from the fault until every service had succeeded at every node and the last 503 was sent.
   * Infinity when a service never succeeded again.
   */
  gapMs: number
  nodesEnded: number
  /** The log lines of the nodes about failures that the contract (the declared endpoints) does not list. */
  unlisted: readonly string[]
}

/**
 * The longest time that a reply may take. A request that was in progress when the database server went silent
 * notices the failure only after three seconds without data.
 */
export const longestAnswerMs = { killed: 5_000, silent: 6_500 }
export const longestGapMs = 30_000

/**
 * Ends the primary database server under load, promotes the standby after a while, and compares the result
 * with the replies to the clients.
 */
export async function runFailoverRound(
  fault: PrimaryFault,
  times: { loadMs: number; promoteAfterMs: number; afterMs: number },
): Promise<FailoverRound> {
  await using system = await startReplicatedSystem(fault)
  const { nodes, endPrimary, standby, unlisted } = system
  const load = startRecordedLoad({ ...system, clients: 10 })
  const resumedAfterMs = () => resumption(load.answers, endedAt, nodes.length)
  await sleep(times.loadMs)
  // The primary must have commits that the standby does not have yet, so that they could be lost. On a busy machine it
  // takes longer until there are any.
  await until(
    'requests that were carried out',
    () => load.answers.filter(({ outcome }) => outcome === 'done').length > 50,
  )
  await endPrimary()
  const endedAt = performance.now()
  await sleep(times.promoteAfterMs)
  await standby.promote()
  const promotionMs = performance.now() - endedAt
  // A service that does not resume is reported below, together with the replies to its clients.
  await until('the services to go on', () => resumedAfterMs() < Infinity).catch(() => {})
  await sleep(times.afterMs)
  await load.stop()
  const deviations = await findDeviations(load, system)

  const relative = (at: number) => `${Math.round(at - endedAt)} ms`
  const done = load.answers.filter(({ outcome }) => outcome === 'done')
  const refused = load.answers.filter(({ outcome }) => outcome !== 'done')
  const lastRefusedAt = Math.max(endedAt, ...refused.map(({ answeredAt }) => answeredAt))
  return {
    doneBefore: done.filter(({ answeredAt }) => answeredAt < endedAt).length,
    doneAfter: done.filter(({ askedAt }) => askedAt > endedAt).length,
    refused: new Map([...Map.groupBy(refused, nameOf)].map(([name, { length }]) => [name, length])),
    unexpected: refused
      .filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
      .map((answer) => `${nameOf(answer)} (answered at ${relative(answer.answeredAt)})`),
    deviations: deviations.map(
      ({ what, acknowledgedAt }) => `${what} (acknowledged at ${relative(acknowledgedAt)})`,
    ),
    slowestMs: Math.max(...load.answers.map(({ askedAt, answeredAt }) => answeredAt - askedAt)),
    promotionMs,
    gapMs: Math.max(resumedAfterMs(), lastRefusedAt - endedAt),
    nodesEnded: nodes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
    unlisted,
  }
}

/**
 * Returns the time from `since` until each service had succeeded at each node, or Infinity while one service
 * has not.
 */
export function resumption(answers: readonly Answer[], since: number, nodes: number): number {
  const first = new Map<string, number>()
  for (const { service, node, outcome, askedAt, answeredAt } of answers) {
    const place = `${service} ${node}`
    if (outcome === 'done' && askedAt > since && !first.has(place)) first.set(place, answeredAt - since)
  }
  return first.size === 2 * nodes ? Math.max(...first.values()) : Infinity
}

const nameOf = ({ status, outcome, endpoint }: Answer): string => `${status ?? '-'} ${outcome} ${endpoint}`
