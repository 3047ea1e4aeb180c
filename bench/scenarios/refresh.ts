import { figuresOf } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { startProduct } from '../product.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const atOnce = 64

export const refresh: Scenario = {
  name: 'refresh',
  measures:
    'POST /auth/refresh on SQLite, on the disk when it is answered: 64 sessions, each refreshed with the token that its last refresh gave.',
  async run({ rounds, seconds }) {
    await using product = await startProduct({ sessions: atOnce * (rounds + 1) })
    const samples = await inTurns(rounds, {
      latchkey: (round: number) =>
        httpLoad([product], {
          url: product.auth,
          connections: atOnce,
          // A round leaves its last replies unread, so that the next one needs other sessions.
          requests: Array.from({ length: atOnce }, (_, at) => ({
            method: 'POST' as const,
            path: '/auth/refresh',
            body: { refresh_token: product.population.tokensOf(round * atOnce + at).refresh_token },
          })),
          seconds,
          expect: 200,
          carry: 'refresh_token',
        }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: [
        check('refreshes a second', '/s', figuresOf(samples.latchkey, 'perSecond'), { atLeast: 5_000 }),
      ],
      notes: ['The load builds and reads JSON for each request, and takes its part of the machine.'],
    }
  },
}
