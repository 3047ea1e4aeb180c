import type { CampaignOptions, Outcome } from './campaign.ts'
import { type FailoverRound, longestAnswerMs, longestGapMs, runFailoverRound } from './failover-round.ts'

/**
 * Repeats the failover from the primary to the standby database server, each time with new servers and
 * another waiting time. The primary is killed in odd rounds, and goes silent in even rounds.
 */
export async function failover({ rounds = 6 }: Pick<CampaignOptions, 'rounds'>): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (let number = 1; number <= rounds; number++) {
    const fault = number % 2 === 1 ? 'killed' : 'silent'
    const round = await runFailoverRound(fault, {
      loadMs: 3_000 + Math.random() * 7_000,
      promoteAfterMs: 1_000 + Math.random() * 2_000,
      afterMs: 5_000,
    })
    const violations = violationsOf(round, longestAnswerMs[fault])
    outcome.figures.push([`round ${number}, ${fault}`, describe(round)])
    outcome.violations.push(...violations.map((violation) => `round ${number}, ${fault}: ${violation}`))
  }
  return outcome
}

function violationsOf(round: FailoverRound, longestMs: number): string[] {
  return [
    ...round.deviations,
    ...round.unexpected,
    ...round.unlisted,
    ...(round.slowestMs > longestMs ? [`an answer took ${ms(round.slowestMs)}`] : []),
    ...(round.gapMs > longestGapMs ? [`the services did not go on for ${ms(round.gapMs)}`] : []),
    ...(round.nodesEnded > 0 ? [`${round.nodesEnded} nodes ended`] : []),
    ...(round.doneBefore === 0 || round.doneAfter === 0 ? ['there was no load'] : []),
  ]
}

function describe(round: FailoverRound): string {
  const { doneBefore, doneAfter, slowestMs, promotionMs, gapMs } = round
  const refused = [...round.refused.values()].reduce((sum, count) => sum + count, 0)
  const requests = `${doneBefore} requests before, ${doneAfter} after, ${refused} refused, slowest ${ms(slowestMs)}`
  return `gap ${ms(gapMs)}, promoted after ${ms(promotionMs)}; ${requests}`
}

const ms = (duration: number): string => `${Math.round(duration)} ms`
