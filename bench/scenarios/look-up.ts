import { httpLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import { startProduct } from '../product.ts'
import { lookUps } from '../requests.ts'
import { besideFloor, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const connections = 32
const floorName = 'bare node:http'

export const lookUp: Scenario = {
  name: 'look-up',
  measures:
    "GET /users/email/{email} on SQLite with an admin's bearer token, a thousand users in turn, beside a bare server that looks for the header.",
  async run({ rounds, seconds }) {
    await using floor = await startScript('floors/http.ts')
    await using product = await startProduct({ sessions: 1 })
    const requests = lookUps(product.population)
    const load = (url: string) => ({ url, connections, requests, seconds, expect: 200 })
    const samples = await inTurns(rounds, {
      [floorName]: () => httpLoad([floor], load(floor.address)),
      latchkey: () => httpLoad([product], load(product.users)),
    })
    return {
      contestants: contestantsOf(samples),
      checks: besideFloor(samples, { own: 'latchkey', floor: floorName, target: { atLeast: 0.45 } }),
      notes: [`${connections} connections, one request at a time on each.`],
    }
  },
}
