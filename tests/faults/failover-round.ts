import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/until.ts'
import { findDeviations } from './acknowledged-state.ts'
import type { Answer } from './recorded-calls.ts'
import { startRecordedLoad } from './recorded-load.ts'
import { type PrimaryFault, startReplicatedSystem } from './replicated-system.ts'

export interface FailoverRound {
  /** How many requests were carried out before the fault, and how many were asked and carried out after it. */
  doneBefore: number
  doneAfter: number
  /** How often each of the other answers came: status, code, endpoint. */
  refused: Map<string, number>
  /** Those among them that are not 503 with Retry-After. */
  unexpected: string[]
  /** What was acknowledged and is not so. */
  deviations: string[]
  slowestMs: number
  /** From the fault until the standby took writes. */
  promotionMs: number
  /** From the fault until every service had worked at every node, and the last 503 was given; or infinite. */
  gapMs: number
  nodesEnded: number
  /** What the nodes logged about failures that the contract does not list. */
  unlisted: readonly string[]
}

/** Who was under way when the server went silent can only tell by three seconds of silence. */
export const longestAnswerMs = { killed: 5_000, silent: 6_500 }
export const longestGapMs = 30_000

/** Ends the primary under load, promotes the standby after a while, and compares with what the clients were told. */
export async function runFailoverRound(
  fault: PrimaryFault,
  times: { loadMs: number; promoteAfterMs: number; afterMs: number },
): Promise<FailoverRound> {
  await using system = await startReplicatedSystem(fault)
  const { nodes, endPrimary, standby, unlisted } = system
  const load = startRecordedLoad({ ...system, clients: 10 })
  const resumedAfterMs = () => resumption(load.answers, endedAt, nodes.length)
  await sleep(times.loadMs)
  // A busy machine takes longer until there is something that can be lost.
  await until(
    'requests that were carried out',
    () => load.answers.filter(({ outcome }) => outcome === 'done').length > 50,
  )
  await endPrimary()
  const endedAt = performance.now()
  await sleep(times.promoteAfterMs)
  await standby.promote()
  const promotionMs = performance.now() - endedAt
  // One that does not go on is found below, with all that the clients saw of it.
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

/** How long after `since` the last service at the last node had worked; infinite while one of them has not. */
function resumption(answers: readonly Answer[], since: number, nodes: number): number {
  const first = new Map<string, number>()
  for (const { service, node, outcome, askedAt, answeredAt } of answers) {
    const place = `${service} ${node}`
    if (outcome === 'done' && askedAt > since && !first.has(place)) first.set(place, answeredAt - since)
  }
  return first.size === 2 * nodes ? Math.max(...first.values()) : Infinity
}

const nameOf = ({ status, outcome, endpoint }: Answer): string => `${status ?? '-'} ${outcome} ${endpoint}`
