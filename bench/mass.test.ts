import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseUrls, readAllSettings } from '#cli/settings/all-settings.ts'
import { encodeCursor } from '#runtime/database/cursor.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines, patientOptions } from '#tests/support/engines.ts'
import { patience } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { fillMass, sessionsOfUser } from './mass.ts'
import { deploy } from './product.ts'

const users = 2_000

for (const engine of engines) {
  describe(`on ${engine}`, () => {
    test('users and sessions of a mass equal those that the product writes, under the same schema', async () => {
      await using deployed = await deploy({ engine, users: 1, sessions: 1, settings: patience })
      const { population, environment } = deployed
      const urls = databaseUrls(readAllSettings({ flags: {}, environment }).values)
      const schemasBefore = await schemas(urls)
      const mass = await fillMass(urls, { users, phc: population.phc })
      assert.deepEqual(await schemas(urls), schemasBefore)
      // There is one session epoch (a number that rises when all sessions of a user end) for each generated
      // user, because all of them have logged in, and one for the admin.
      assert.equal(await countEpochs(urls.auth), users + 1)
      const { users: usersUrl, auth: authUrl } = await deployed.start()

      const admin = population.tokensOf(0).access_token
      const user = mass.user(1_234)
      const found = await send('GET', `${usersUrl}/users/email/${user.email}`, { token: admin })
      assert.deepEqual(found.body, user)
      const cursor = encodeCursor({ createdAt: Date.parse(user.created_at), id: user.id })
      const page = await send('GET', `${usersUrl}/api/v1/users?limit=3&cursor=${cursor}`, { token: admin })
      assert.deepEqual(page.body.data, [1_235, 1_236, 1_237].map(mass.user))
      const body = { username: user.username, password: population.password }
      assert.equal((await send('POST', `${authUrl}/auth/login`, { body })).status, 200)

      const seen = new Set<string>()
      for (let number = 0; number < mass.livingSessions; number += 97) {
        const { session, user } = mass.livingSession(number)
        seen.add(session.id)
        const { access_token: token, refresh_token } = population.mint(session, user)
        const validated = await send('GET', `${authUrl}/auth/validate`, { token })
        assert.equal(validated.status, 200)
        const refreshed = await send('POST', `${authUrl}/auth/refresh`, { body: { refresh_token } })
        assert.equal(refreshed.status, 200)
        assert.equal(refreshed.body.session_id, session.id)
        const listed = await send('GET', `${authUrl}/api/v1/auth/sessions`, { token })
        const ids = listed.body.data.map(({ id }: { id: string }) => id)
        assert.ok(ids.includes(session.id) && ids.length >= 3 && ids.length < sessionsOfUser)
        assert.equal((await send('POST', `${authUrl}/auth/logout`, { token })).status, 200)
      }
      assert.equal(seen.size, Math.ceil(mass.livingSessions / 97))
    })
  })
}

const opened = (url: string) => openDatabase(url, patientOptions(1))

async function countEpochs(url: string): Promise<number | undefined> {
  const db = await opened(url)
  try {
    const [row] = await db.query<{ epochs: number }>`SELECT COUNT(*) AS epochs FROM session_epochs`
    return row?.epochs
  } finally {
    await db.close()
  }
}

/** Returns the complete schema of both databases, sorted by name. */
async function schemas(urls: { users: string; auth: string }): Promise<unknown[]> {
  return Promise.all(
    Object.values(urls).map(async (url) => {
      const db = await opened(url)
      try {
        return db.engine === 'sqlite'
          ? await db.query`SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`
          : await db.query`SELECT tablename, indexname, indexdef FROM pg_indexes
              WHERE schemaname = 'public' ORDER BY indexname`
      } finally {
        await db.close()
      }
    }),
  )
}
