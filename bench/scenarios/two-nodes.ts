import { availableParallelism } from 'node:os'
import { ratios } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { deploy } from '../product.ts'
import { validations } from '../requests.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const connections = 64
const sessions = 256
/**
 * The number of cores that this scenario needs: one each for two nodes, the database and the load generator.
 */
const coresWanted = 4

export const twoNodes: Scenario = {
  name: 'two-nodes',
  measures:
    'GET /auth/validate with tokens seen before, strict, on PostgreSQL: two nodes of the authentication service over one.',
  async run({ rounds, seconds }) {
    await using deployed = await deploy({
      engine: 'postgres',
      sessions,
      settings: { LATCHKEY_SERVICE_TOKEN: 'Bq6nWx3Zn7vKm1RbLc9Yd5HsTf2Jp8EuAoNiV4tk' },
    })
    // The measured requests do not need the user service, and the user service makes no calls itself, so that
    // its URL of the authentication service may be unreachable.
    const users = await deployed.start(['users'], { LATCHKEY_AUTH_URL: 'http://127.0.0.1:9' })
    const peer = { LATCHKEY_USERS_URL: users.users }
    const nodes = [await deployed.start(['auth'], peer), await deployed.start(['auth'], peer)]
    const requests = validations(deployed.population, { from: 0, count: sessions })
    const load = (loaded: typeof nodes) => () =>
      httpLoad(loaded, {
        url: loaded.map(({ auth }) => auth),
        connections,
        requests,
        seconds,
        expect: 200,
      })
    const samples = await inTurns(rounds, {
      'one node': load(nodes.slice(0, 1)),
      'two nodes': load(nodes),
    })
    const [one, two] = [samples['one node'], samples['two nodes']]
    const cores = availableParallelism()
    const hasCores = cores >= coresWanted
    return {
      contestants: contestantsOf(samples),
      checks: [
        check(
          'two nodes: requests a second over those of one',
          'x',
          ratios(two, one, 'perSecond'),
          hasCores ? { atLeast: 1.8 } : undefined,
        ),
        ...(one[0]?.cpuUs === undefined
          ? []
          : [
              check(
                'two nodes: processor time for a request over that of one',
                'x',
                ratios(two, one, 'cpuUs'),
              ),
            ]),
      ],
      notes: [
        `${connections} connections in all, one request at a time on each.`,
        hasCores
          ? `${cores} cores for two nodes, PostgreSQL and the load.`
          : `${cores} cores for two nodes, PostgreSQL and the load: the machine limits, not the nodes. What a request takes of the processors at each is what tells.`,
      ],
    }
  },
}
