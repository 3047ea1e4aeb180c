import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { authMigrations } from '../service.ts'
import { findKnownNetwork, rememberNetwork } from './known-network-store.ts'

async function openNetworks(engine: Engine) {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, patientOptions(2))
  parts.defer(() => db.close())
  await migrate(db, authMigrations, systemClock)
  const kept = parts.move()
  return { db, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const now = Date.parse('2026-01-01')
const network = (number: number) => `192.0.${number}.0/24`

for (const engine of engines) {
  describe(`on ${engine}`, () => {
    test('I11 a stranger causes the same reads for a name with known networks and for one without', async () => {
      await using networks = await openNetworks(engine)
      const { db } = networks
      for (let number = 1; number <= 3; number++)
        await rememberNetwork(db, { userId: 'ada', countedBy: 'name a', network: network(number), now })
      const statementsFor = async (countedBy: string) => {
        const statements: string[] = []
        const recorded = recordStatements(db, (statement) => void statements.push(statement))
        const found = await findKnownNetwork(recorded, { countedBy, network: '203.0.113.0/24', now })
        assert.equal(found.isKnown, false)
        return statements
      }
      const ofNobody = await statementsFor('name b')
      assert.equal(ofNobody.length, 1)
      for (const countedBy of ['ada', 'name a']) assert.deepEqual(await statementsFor(countedBy), ofNobody)
    })

    test('the latest twenty networks of a user are kept, and twenty under all names of the user together', async () => {
      await using networks = await openNetworks(engine)
      const { db } = networks
      for (let number = 1; number <= 25; number++) {
        const countedBy = number % 2 ? 'name odd' : 'name even'
        await rememberNetwork(db, { userId: 'ada', countedBy, network: network(number), now: now + number })
      }
      const isKnown = async (countedBy: string, number: number) =>
        (await findKnownNetwork(db, { countedBy, network: network(number), now: now + 25 })).isKnown
      assert.deepEqual([await isKnown('ada', 5), await isKnown('ada', 6)], [false, true])
      assert.deepEqual([await isKnown('name odd', 5), await isKnown('name even', 6)], [false, true])
      const rows = await db.query`SELECT network FROM known_networks`
      assert.equal(rows.length, 40)
    })
  })
}
