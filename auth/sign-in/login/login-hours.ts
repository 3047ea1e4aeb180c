import type { LoginHourResource } from '#contract/sign-in/login-hours.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Auth } from '../../core/auth.ts'
import { addToHour, findHours, type LoginOutcome, loginOutcomes } from './login-hour-store.ts'

const hourMs = 3_600_000

/** The outcomes that are not counted as failures: the login succeeded, or goes on with another step. */
const goesOn = new Set(['succeeded', 'second_factor_asked', 'enrolment_asked', 'temporary_password'])
const wrong = new Set(['wrong_credentials', 'wrong', 'refused'])

export interface LoginHours {
  /** Adds the logins that were counted since the last call to the row of the present hour. */
  store(): Promise<void>
}

/**
 * Creates the writer that stores how many logins of this process succeeded or failed in each hour. It runs in the background,
 * so that no login does any work for it.
 */
export function createLoginHours({ db, clock, counts }: Pick<Auth, 'db' | 'clock' | 'counts'>): LoginHours {
  const stored: Record<LoginOutcome, number> = { good: 0, bad: 0, refused: 0 }
  let last: Promise<void> = Promise.resolve()

  async function storeNew(): Promise<void> {
    const counted = { good: counts.begun.sessions, ...(await failedIn(counts)) }
    const added = loginOutcomes.flatMap((outcome) => {
      const count = counted[outcome] - stored[outcome]
      return count > 0 ? [{ outcome, count }] : []
    })
    if (added.length === 0) return
    const hour = Math.floor(clock.now() / hourMs) * hourMs
    // The commit does not wait for the disk, so a power cut may lose the counts of the last seconds.
    const options = { survives: 'restart' } as const
    await db.transaction(async (tx) => {
      for (const { outcome, count } of added) await addToHour(tx, { hour, outcome, count })
    }, options)
    for (const { outcome, count } of added) stored[outcome] += count
  }

  return {
    // Calls run one after the other: two at the same time would add the same counts twice.
    store() {
      const next = last.then(storeNew)
      last = next.catch(() => {})
      return next
    },
  }
}

async function failedIn({
  logins,
  secondFactors,
  passkeyLogins,
}: Auth['counts']): Promise<Record<'bad' | 'refused', number>> {
  const failed = { bad: 0, refused: 0 }
  for (const { metric } of [logins, secondFactors, passkeyLogins])
    for (const [outcome, count] of await metric.read())
      if (wrong.has(outcome)) failed.bad += count
      else if (!goesOn.has(outcome)) failed.refused += count
  return failed
}

/** Lists the last hours, oldest first, including the hours in which nothing was counted. */
export async function listLoginHours(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  { hours }: { hours: number },
): Promise<LoginHourResource[]> {
  const present = Math.floor(clock.now() / hourMs) * hourMs
  const since = present - (hours - 1) * hourMs
  const rows = await findHours(db, since)
  const found = new Map(rows.map(({ hour, outcome, total }) => [`${hour} ${outcome}`, total]))
  return Array.from({ length: hours }, (_, index) => {
    const hour = since + index * hourMs
    const of = (outcome: LoginOutcome) => found.get(`${hour} ${outcome}`) ?? 0
    return { hour: toRfc3339(hour), good: of('good'), bad: of('bad'), refused: of('refused') }
  })
}
