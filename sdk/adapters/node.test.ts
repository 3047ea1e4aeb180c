import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostedApp, hostedVisitor } from '#tests/support/hosted-app.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { freePorts } from '#tests/support/process.ts'
import { appAt } from '#tests/support/registered-app.ts'
import { signInOnPage } from '#tests/support/relying-party.ts'
import { startSystem } from '#tests/support/system.ts'
import { nodeSession } from './node.ts'

test('a server of Node without a framework signs users in and out, over real sockets', async () => {
  await using system = await startSystem()
  const [port = 0] = await freePorts(1)
  const { session } = await hostedApp(system, { origin: `http://localhost:${port}` })
  const { open } = nodeSession(session)
  await using _server = await startLocalServer(
    (request, response) =>
      open(request, response, async (error) => {
        assert.equal(error, undefined)
        response.end(JSON.stringify((await session.caller(request)) ?? null))
      }),
    port,
  )
  const { password } = await system.signUp('ada')
  const visitor = hostedVisitor(system, appAt(`http://localhost:${port}`))
  assert.equal(await visitor.whoAmI(), null)
  await signInOnPage(system, visitor.browser, { username: 'ada', password })
  assert.equal((await visitor.open(session.signIn({ returnTo: '/notes' }))).path, '/notes')
  assert.equal(await visitor.whoAmI(), 'ada')
  const out = await visitor.send(session.signOut(), { method: 'POST', body: new URLSearchParams() })
  assert.equal(out.status, 303)
  assert.equal(await visitor.whoAmI(), null)
})
