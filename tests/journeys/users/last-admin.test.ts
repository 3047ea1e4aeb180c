import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '#contract/declaration/endpoint.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

const users = (system: System, path = '') => `${system.usersUrl}/api/v1/users${path}`

/** Creates another admin. Without a password the admin is invited by mail and gets no token. */
async function makeAdmin(
  system: System,
  username: string,
  password?: string,
): Promise<{ id: string; token: string }> {
  const { access_token: token } = await system.admin()
  const body = { name: username, username, email: `${username}@example.com`, role: 'admin', password }
  const { id } = (await system.send('POST', users(system), { token, body })).body
  if (password === undefined) return { id, token: '' }
  return { id, token: (await system.logIn(username, password)).access_token }
}

const patch = (
  system: System,
  { id, token, body }: { id: string; token: string; body: object },
): Promise<HttpReply> => system.send('PATCH', users(system, `/${id}`), { token, body })

onEachEngine((startSystem) => {
  describe('the last active admin', () => {
    test('is not deleted, demoted or suspended, by itself, by a key or by gRPC', async () => {
      await using system = await startSystem()
      const { access_token: token, user } = await system.admin()
      const body = { name: 'a script', scopes: [...scopes] }
      const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })
      using rpc = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
      for (const credential of [token, made.body.key]) {
        for (const change of [{ role: 'user' }, { status: 'suspended' }, { role: 'user', name: 'A' }]) {
          const reply = await patch(system, { id: user.id, token: credential, body: change })
          assert.deepEqual([reply.status, reply.body.code], [409, 'last_admin'], JSON.stringify(change))
        }
        const removed = await system.send('DELETE', users(system, `/${user.id}`), { token: credential })
        assert.deepEqual([removed.status, removed.body.code], [409, 'last_admin'])
        const bare = `${system.usersUrl}/users/${user.id}`
        const byBareRoute = await system.send('DELETE', bare, { token: credential })
        assert.deepEqual([byBareRoute.status, byBareRoute.body.code], [403, 'last_admin'])
        await assert.rejects(rpc.call('DeleteUser', { id: user.id }, { token: credential }), {
          reason: 'last_admin',
        })
        const demotion = { id: user.id, changes: { role: 'ROLE_USER' }, update_mask: { paths: ['role'] } }
        await assert.rejects(rpc.call('UpdateUser', demotion, { token: credential }), {
          reason: 'last_admin',
        })
      }
      const renamed = await patch(system, { id: user.id, token, body: { name: 'Ada', role: 'admin' } })
      assert.deepEqual([renamed.status, renamed.body.role], [200, 'admin'])
    })

    test('is an admin beside whom all others are suspended or only invited', async () => {
      await using system = await startSystem()
      const { access_token: token, user } = await system.admin()
      await makeAdmin(system, 'invited')
      const other = await makeAdmin(system, 'other', 'a long password')
      const demote = (id: string, by: string) => patch(system, { id, token: by, body: { role: 'user' } })
      assert.equal((await patch(system, { id: other.id, token, body: { status: 'suspended' } })).status, 200)
      assert.equal((await demote(user.id, token)).status, 409, 'one is suspended, the other only invited')
      assert.equal((await patch(system, { id: other.id, token, body: { status: 'active' } })).status, 200)
      assert.equal((await demote(user.id, token)).status, 200)
      const { access_token: again } = await system.logIn('other', 'a long password')
      assert.equal((await system.send('DELETE', users(system, `/${other.id}`), { token: again })).status, 409)
    })

    test('stays when two admins put each other out at the same moment', async () => {
      await using system = await startSystem()
      const { access_token: first, user } = await system.admin()
      const other = await makeAdmin(system, 'other', 'a long password')
      const replies = await Promise.all([
        patch(system, { id: other.id, token: first, body: { role: 'user' } }),
        system.send('DELETE', users(system, `/${user.id}`), { token: other.token }),
      ])
      const statuses = replies.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status < 300).length, 1, `${statuses}`)
      const [left] = await (await system.database('users')).query<{ total: number }>`
        SELECT COUNT(*) AS total FROM users WHERE role = 'admin' AND status = 'active'`
      assert.equal(left?.total, 1)
    })
  })
})
