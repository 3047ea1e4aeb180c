import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { createWebSession } from '../server/web-session.ts'
import { honoSession } from './hono.ts'

const session = createWebSession({ issuer: 'https://auth.example.com', origins: 'https://app.example.com' })

test('a WebSocket handshake passes through the session of Hono', async () => {
  const app = new Hono()
  app.use(honoSession(session))
  // Node cannot make a `Response` with the status 101; the runtimes of workers can.
  const handshake = Object.defineProperty(new Response(null), 'status', { value: 101 })
  app.get('/socket', () => handshake)
  const reply = await app.request('/socket', { headers: { upgrade: 'websocket' } })
  assert.equal(reply.status, 101)
})

test('a reply that was fetched gets the headers of the session', async () => {
  const app = new Hono()
  app.use(honoSession(session))
  app.get('/elsewhere', async (context) => {
    await session.caller(context)
    return Response.redirect('https://app.example.com/', 303)
  })
  const reply = await app.request('/elsewhere')
  assert.deepEqual([reply.status, reply.headers.get('vary')], [303, 'Cookie'])
})
