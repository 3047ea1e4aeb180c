import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { application, beginLogin, complete } from '#tests/support/federated.ts'
import {
  forged,
  type IdentityProvider,
  providerSettings,
  startProvider,
} from '#tests/support/identity-provider.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

let provider: IdentityProvider
let one: System
let two: System
const data = temporaryFolder()
before(async () => {
  provider = await startProvider()
  const entry = { name: 'example', issuer: provider.url, trusts_email: true }
  const settings = {
    ...providerSettings(temporaryFolder(), [entry]),
    LATCHKEY_RETURN_ORIGINS: application,
    // Each node has a port of its own, but the provider demands the same redirect URL in both steps.
    LATCHKEY_PUBLIC_URL: 'https://id.example.com',
  }
  const nodes = [1, 2].map(() => startSystem({ engine: 'postgres', data, settings }))
  const [first, second] = await Promise.all(nodes)
  assert.ok(first && second)
  one = first
  two = second
})
after(async () => {
  await one?.stop()
  await two?.stop()
  await provider?.[Symbol.asyncDispose]()
  rmSync(data, { recursive: true, force: true })
})

/** Begins a login at the first node, and returns its token and the response of the provider. */
async function answered(): Promise<{ token: string; response: string }> {
  const { url, token } = await beginLogin(one, 'example')
  return { token, response: new URL(await provider.visit(url)).search.slice(1) }
}

test('a login that begins at one node is completed at the other, and its tokens are good at both', async () => {
  const done = await complete(two, 'example', await answered())
  assert.equal(done.status, 200, JSON.stringify(done.body))
  for (const node of [one, two]) {
    const valid = await node.send('GET', `${node.authUrl}/auth/validate`, { token: done.body.access_token })
    assert.equal(valid.status, 200)
  }
})

test('I142 a response counts once, however many send it to both nodes at once', async () => {
  const answer = await answered()
  const sent = [one, two, one, two, one, two].map((node) => complete(node, 'example', answer))
  const replies = await Promise.all(sent)
  const codes = replies.map(({ status, body }) => (status === 200 ? 'in' : body.code)).sort()
  assert.deepEqual(codes, ['in', ...Array.from({ length: 5 }, () => 'login_expired')])
})

test('I142 a response counts at no node for another client than the one that began', async () => {
  const { response } = await answered()
  const { token } = await beginLogin(two, 'example')
  for (const node of [two, one]) {
    const refused = await complete(node, 'example', { token, response })
    assert.equal(refused.body.code, 'login_expired')
  }
})

test('I143 a forged token lets nobody in at the other node', async () => {
  for (const [name, token] of Object.entries(forged)) {
    provider.bent = { token }
    const refused = await complete(two, 'example', await answered())
    provider.bent = {}
    assert.deepEqual([refused.status, refused.body.code], [503, 'identity_provider_unavailable'], name)
  }
})
