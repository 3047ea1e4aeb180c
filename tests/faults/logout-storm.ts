import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { send } from '#tests/support/system.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { type Random, seededRandom } from './random.ts'

export interface StormReport {
  ends: number
  /** The numbers of token validations that were accepted and refused while sessions ended. */
  accepted: number
  refused: number
  /** The broken promises, each as a text. */
  violations: string[]
}

const sessionsAtOnce = 4
/**
 * The number of sessions that one user starts and ends, which is within the rate limits for one user and
 * minute.
 */
const endsOfOneUser = 50
const validatorsEach = 4

export async function stormOnEachEngine({ seed, rounds = 1_000 }: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (const engine of engines) {
    const { ends, accepted, refused, violations } = await stormLogouts(engine, rounds, seed)
    outcome.figures.push(
      [`${engine}: sessions ended`, ends],
      [`${engine}: accepted before the reply`, accepted],
      [`${engine}: refused`, refused],
    )
    outcome.violations.push(...violations.map((what) => `${engine}: ${what}`))
  }
  return outcome
}

/**
 * Ends sessions in every possible way while their tokens are validated at every node without a pause. No
 * validation that was sent after the reply to the end may be accepted.
 */
export async function stormLogouts(engine: Engine, ends: number, seed: number): Promise<StormReport> {
  await using nodes = await startNodes(engine)
  const random = seededRandom(seed)
  const report: StormReport = { ends: 0, accepted: 0, refused: 0, violations: [] }
  const users = Array.from({ length: sessionsAtOnce }, async (_, number) => {
    for (let generation = 0; ; generation++) {
      const username = `user-${number}-${generation}`
      const password = 'a long password'
      const body = { username, email: `${username}@example.com`, password }
      expect(await send('POST', `${nodes.started[0].users}/users/create`, { body }), 201)
      for (let end = 0; end < endsOfOneUser; end++) {
        if (report.ends >= ends || report.violations.length >= 100) return
        report.ends++
        await endOne(nodes, { username, password }, random, report)
      }
    }
  })
  await Promise.all(users)
  return report
}

async function endOne(nodes: Nodes, credentials: object, random: Random, report: StormReport): Promise<void> {
  const pick = () => random.pick(nodes.started)?.auth ?? ''
  const pair: TokenPairResource = expect(
    await send('POST', `${pick()}/auth/login`, { body: credentials }),
    200,
  )
  let hasEnded = false
  const validators = Array.from({ length: validatorsEach }, async () => {
    for (let after = 0; after < 3; ) {
      const sentAfter = hasEnded
      if (sentAfter) after++
      const { status, body } = await send('GET', `${pick()}/auth/validate`, { token: pair.access_token })
      if (status === 200) report.accepted++
      else report.refused++
      if (status === 200 && sentAfter) report.violations.push('a validation after the end was accepted')
      if (status !== 200 && body.code !== 'session_ended')
        report.violations.push(`a validation got ${status} ${body.code}`)
    }
  })
  // When this validation gets its reply, the loops that validate the token have started. Some of their
  // requests are in progress when the session ends.
  await send('GET', `${pick()}/auth/validate`, { token: pair.access_token })
  const end = random.pick(waysToEnd) as WayToEnd
  const reply = await end(pick(), pair)
  hasEnded = true
  if (reply.status >= 300) report.violations.push(`an end got ${reply.status}`)
  const refreshed = await send('POST', `${pick()}/auth/refresh`, {
    body: { refresh_token: pair.refresh_token },
  })
  if (refreshed.body.code !== 'session_ended')
    report.violations.push(`a refresh after the end got ${refreshed.status} ${refreshed.body.code}`)
  await Promise.all(validators)
}

type WayToEnd = (auth: string, pair: TokenPairResource) => Promise<{ status: number }>

const waysToEnd: WayToEnd[] = [
  (auth, { access_token: token }) => send('POST', `${auth}/auth/logout`, { token }),
  (auth, { refresh_token: token }) => send('POST', `${auth}/api/v1/auth/revoke`, { body: { token } }),
  (auth, { access_token: token, session_id: id }) =>
    send('DELETE', `${auth}/api/v1/auth/sessions/${id}`, { token }),
  (auth, { access_token: token }) =>
    send('POST', `${auth}/api/v1/auth/sessions/revoke`, { token, body: { scope: 'all' } }),
]

function expect<T>(reply: { status: number; body: T }, status: number): T {
  if (reply.status !== status) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply.body
}
