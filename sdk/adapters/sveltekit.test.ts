import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieName, hostedApp, visitorAt } from '#tests/support/hosted-app.ts'
import { startSystem } from '#tests/support/system.ts'
import type { Caller } from '../server.ts'
import { svelteKitHandle } from './sveltekit.ts'

test('the hook of SvelteKit sets the caller, refreshes tokens, and refuses requests of other sites', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const handle = svelteKitHandle(app.session)
  const open = async (path: string, init: RequestInit = {}, address = () => '203.0.113.7') => {
    const cookie = `${cookieName}=${visitor.cookies.get(cookieName)}`
    const request = new Request(app.origin + path, { ...init, headers: { cookie, ...init.headers } })
    const locals: { caller?: Caller | undefined } = {}
    let isResolved = false
    const reply = await handle({
      event: { request, locals, getClientAddress: address },
      resolve() {
        isResolved = true
        return new Response('a page')
      },
    })
    return { reply, locals, isResolved }
  }
  const { locals, reply } = await open('/')
  assert.equal(locals.caller?.username, 'ada')
  assert.deepEqual([await reply.text(), reply.headers.get('cache-control')], ['a page', 'no-store'])

  system.clock.advance(13 * 60_000)
  assert.equal((await open('/')).reply.headers.getSetCookie().length, 1, 'the tokens are refreshed')

  const forged = await open('/', { method: 'POST', headers: { origin: 'https://evil.example' } })
  assert.deepEqual([forged.reply.status, forged.isResolved], [403, false])
  const own = await open('/auth/me')
  assert.deepEqual([own.reply.status, own.isResolved], [200, false])
  const prerendered = await open('/', {}, () => {
    throw new Error('no address while a page is prerendered')
  })
  assert.equal(prerendered.isResolved, true)
})
