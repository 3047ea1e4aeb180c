import { encodeCursor } from '#runtime/database/cursor.ts'
import { ratios } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { startProduct } from '../product.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const connections = 8
const users = 100_000
const pages = 500

export const list: Scenario = {
  name: 'list',
  measures:
    'GET /api/v1/users on SQLite with 100,000 users, 50 on a page: the first page, and pages from all over the list by their cursors.',
  async run({ rounds, seconds }) {
    await using product = await startProduct({ users, sessions: 1 })
    const { people, tokensOf } = product.population
    const headers = { authorization: `Bearer ${tokensOf(0).access_token}` }
    const cursors = Array.from({ length: pages }, (_, page) => {
      // The pages of the list are visited in scattered order, so that a page is not next to the one before
      // it.
      const user = people[(page * 7_919 * 50) % (people.length - 100)]
      return encodeCursor({ createdAt: Date.parse(user?.created_at ?? ''), id: user?.id ?? '' })
    })
    const load = (paths: string[]) => () =>
      httpLoad([product], {
        url: product.users,
        connections,
        requests: paths.map((path) => ({ path, headers })),
        seconds,
        expect: 200,
      })
    const samples = await inTurns(rounds, {
      'first page': load(['/api/v1/users']),
      'pages from all over': load(cursors.map((cursor) => `/api/v1/users?cursor=${cursor}`)),
    })
    const [first, others] = [samples['first page'], samples['pages from all over']]
    return {
      contestants: contestantsOf(samples),
      checks: [
        check('pages from all over: time over that of the first page', 'x', ratios(others, first, 'p50Ms')),
      ],
      notes: [`${connections} connections, one request at a time on each.`],
    }
  },
}
