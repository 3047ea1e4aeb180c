import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminPassword, openAsAdmin } from '#tests/support/console-visitor.ts'
import { examineOne } from '#tests/support/examine.ts'
import { freePorts } from '#tests/support/process.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

test('with the user service in another process, the console works, and the audit says where an admin was', async () => {
  const settings = { ...(await settingsApart()), LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
  await using users = await startSystem({ services: 'users', settings })
  await using auth = await startSystem({ services: 'auth', settings })
  const system: System = { ...users, authUrl: auth.authUrl, consoleUrl: '' }
  const { id } = await system.signUp('ada')
  const from = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
  await using visitor = plainVisitor(from)
  await openAsAdmin(system, visitor, `user?id=${id}`)
  assert.equal(await visitor.heading(), 'ada')
  await visitor.follow('Suspend user')
  await visitor.press('Suspend user')
  assert.match(await visitor.text(), /User suspended/)
  await visitor.follow('Show all activity')
  assert.match(await visitor.text(), /Everything that happened to this user in the last 30 days/)
  const body = { username: 'admin', password: adminPassword(system) }
  const { access_token: token } = (await send('POST', `${auth.authUrl}/auth/login`, { body })).body
  const findAct = async () => {
    const { data } = (await send('GET', `${users.usersUrl}/api/v1/audit?limit=10`, { token })).body
    return data.find(({ type }: { type: string }) => type === 'user.suspended')
  }
  // The audit lists an action only some time after the reply to it.
  await until('the act', async () => (await findAct()) !== undefined)
  const { address, user_agent } = await findAct()
  assert.deepEqual([address, user_agent], [from['x-forwarded-for'], from['user-agent']])
})

test('a user service that cannot reach the authentication service is named to admins, and by the doctor, and to nobody else', async () => {
  const settings = await settingsApart()
  const [nowhere] = await freePorts(1)
  const wrong = `http://127.0.0.1:${nowhere}`
  await using users = await startSystem({
    services: 'users',
    settings: { ...settings, LATCHKEY_AUTH_URL: wrong },
  })
  await using auth = await startSystem({ services: 'auth', settings })
  await using visitor = plainVisitor()
  await openAsAdmin({ ...users, authUrl: auth.authUrl, consoleUrl: '' }, visitor, 'users')
  const text = await visitor.text()
  assert.match(text, /The user service cannot reach the authentication service/)
  assert.ok(text.includes(wrong), text)
  assert.match(text, /LATCHKEY_AUTH_URL/)

  const token = (
    await send('POST', `${auth.authUrl}/auth/login`, {
      body: { username: 'admin', password: adminPassword(users) },
    })
  ).body.access_token
  for (const reply of [
    await send('GET', `${auth.authUrl}/console/users`, { headers: { cookie: '__Host-latchkey=x' } }),
    await send('GET', `${users.usersUrl}/api/v1/users`, { token }),
    await send('GET', `${users.usersUrl}/health/ready`),
    await send('GET', `${users.usersUrl}/health/arrival`),
  ])
    assert.doesNotMatch(
      `${JSON.stringify(reply.body)}${[...reply.headers]}`,
      new RegExp(`${nowhere}|AUTH_URL`),
    )

  const environment = { ...settings, LATCHKEY_DATA: users.data }
  const isUnavailable = async () => {
    const { body } = await send('GET', `${users.usersUrl}/health/ready`)
    return body.checks.auth_service === 'unavailable'
  }
  await until('the user service to miss the other one', isUnavailable)
  const found = await examineOne('services', { environment })
  const said = found.filter((line) => !line.startsWith('ok | '))
  assert.equal(said.length, 1, `one cause is one finding:\n${found.join('\n')}`)
  assert.ok(said[0]?.startsWith(`fail | users asks the authentication service at ${wrong}, `), said[0])
})
