import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserResource } from '#contract/users/user.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { namesInScripts } from '#tests/support/names-in-scripts.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

interface Named {
  username: string
  email: string
  name: string
}

const password = 'a long password'

async function send(
  system: System,
  method: string,
  path: string,
  { body, token }: { body: object; token?: string },
) {
  const reply = await system.send(method, `${system.usersUrl}${path}`, { body, ...(token ? { token } : {}) })
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}

/** The ways on which a name comes in. */
const ways: Record<string, (system: System, token: string, user: Named) => Promise<unknown>> = {
  signed: (system, _token, user) => send(system, 'POST', '/users/create', { body: { ...user, password } }),
  added: (system, token, user) => send(system, 'POST', '/api/v1/users', { token, body: user }),
  imported: (system, token, user) =>
    send(system, 'POST', '/api/v1/users/import', { token, body: { users: [user] } }),
  async renamed(system, token, { name, ...user }) {
    const { id } = await send(system, 'POST', '/users/create', { body: { ...user, password } })
    await send(system, 'PATCH', `/api/v1/users/${id}`, { token, body: { name } })
  },
}

const commandsOn = (system: System) => ({
  LATCHKEY_DATA: system.data,
  LATCHKEY_USERS_DATABASE: system.databaseUrl('users'),
  LATCHKEY_AUTH_DATABASE: system.databaseUrl('auth'),
  LATCHKEY_AUTH_URL: system.authUrl,
})

onEachEngine((startSystem) => {
  test('a name in any script is kept as it was entered, and found as people type it', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
    const { access_token: token } = await system.admin()
    for (const [way, enter] of Object.entries(ways))
      for (const { script, name } of namesInScripts)
        await enter(system, token, {
          username: `${way}-${script}`,
          email: `${way}-${script}@mail.example`,
          name,
        })
    const faults: string[] = []
    for (const { script, name, spellings } of namesInScripts)
      for (const text of [name, ...spellings]) {
        const url = `${system.usersUrl}/api/v1/users?search=${encodeURIComponent(text)}`
        const found: UserResource[] = (await system.send('GET', url, { token })).body.data
        const kept = found.filter((user) => user.name === name).map(({ username }) => username)
        for (const way of Object.keys(ways))
          if (!kept.includes(`${way}-${script}`)) faults.push(`${way} ${script}: ${text}`)
      }
    assert.deepEqual(faults, [])
  })

  test('commands take and print a name in any script, and find its user', async () => {
    await using system = await startSystem()
    await system.signUp('person')
    for (const { name, spellings } of namesInScripts) {
      const run = (...args: string[]) => runInHost(args, commandsOn(system))
      assert.equal((await run('users', 'update', 'person', '--name', name)).code, 0)
      const { out } = await run('users', 'list', spellings.at(-1) ?? name, '--json')
      assert.deepEqual(
        JSON.parse(out).data.map((user: UserResource) => [user.username, user.name]),
        [['person', name]],
      )
    }
  })
})
