import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import { newDeployment, withDatabase } from '#tests/support/deployment.ts'
import { engines } from '#tests/support/engines.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { ada, serve } from '#tests/support/other-versions.ts'
import type { Started } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'

const kidsOf = async ({ auth }: Started): Promise<string[]> => {
  const { body } = await send('GET', `${auth}/.well-known/jwks.json`)
  return body.keys.map(({ kid }: { kid: string }) => kid)
}
const setPassword = async ({ auth }: Started, token: string) => {
  const body = { token, password: 'another long password' }
  return (await send('POST', `${auth}/api/v1/auth/password/reset`, { body })).body.code
}

describe('what was over since a backup does not live again by its restore', () => {
  for (const engine of engines) {
    test(`on ${engine}: sessions, links in mails, remembered devices and signing keys`, async () => {
      await using deployed = await newDeployment(engine)
      const { environment, data } = deployed
      const run = async (...args: string[]): Promise<string> => {
        const { code, out, err } = await runInHost(args, environment)
        assert.equal(code, 0, err)
        return out
      }
      await run('migrate')
      let link = ''
      let pair: { access_token: string; refresh_token: string }
      let kids: string[] = []
      {
        await using node = await serve(environment)
        assert.equal((await send('POST', `${node.users}/users/create`, { body: ada })).status, 201)
        const { username, password, email } = ada
        pair = (await send('POST', `${node.auth}/auth/login`, { body: { username, password } })).body
        await send('POST', `${node.auth}/api/v1/auth/password/forgot`, { body: { email } })
        link = await tokenFor({ usersUrl: node.users, data }, email, 'reset-password')
        kids = await kidsOf(node)
        assert.ok(kids.length > 0)
      }
      await withDatabase(
        deployed.urls.auth,
        (db) => db.query`
          INSERT INTO known_devices (digest, id, user_id, counted_by, epoch, factors_version, address, created_at, expires_at)
          VALUES ('digest', 'device', 'ada', 'ada', 0, 1, '::1', ${Date.now()}, ${Date.now() + 60_000})`,
      )
      // On PostgreSQL the test restores nothing. It uses the unchanged database as a restored one, because a backup made
      // now would hold the same rows.
      let said: string
      if (engine === 'sqlite') {
        const file = `${data}/backup.tgz`
        await run('backup', file)
        await run('keys', 'revoke', '--kid', kids[0] ?? '')
        said = await run('restore', file, '--replace')
      } else said = await run('sessions', 'end-all', '--after-restore')
      assert.match(said, /^links ended +[1-9]/m)
      assert.match(said, /^devices no longer trusted +1 /m)

      await using node = await serve(environment)
      assert.equal(await setPassword(node, link), 'link_invalid')
      const { access_token: token, refresh_token } = pair
      assert.equal((await send('GET', `${node.auth}/auth/validate`, { token })).body.code, 'token_invalid')
      const refreshed = await send('POST', `${node.auth}/auth/refresh`, { body: { refresh_token } })
      assert.equal(refreshed.body.code, 'token_invalid')
      const now = await kidsOf(node)
      assert.deepEqual([now.length > 0, now.filter((kid) => kids.includes(kid))], [true, []])
      const again = { username: ada.username, password: ada.password }
      assert.equal((await send('POST', `${node.auth}/auth/login`, { body: again })).status, 200)
    })
  }
})
