import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import express, { type Response } from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { expressSession } from '#sdk/adapters/express.ts'
import { answerFailure, fastifySession } from '#sdk/adapters/fastify.ts'
import { honoSession } from '#sdk/adapters/hono.ts'
import type { WebSession } from '#sdk/server.ts'
import { startLocalServer } from '#tests/support/local-server.ts'

/** The headers that the route `/headers` sends. */
const ownHeaders = { 'Cache-Control': 'public', 'Set-Cookie': 'theme=dark' }

/** A running application. It is closed at the end of its scope. */
export type RunningApp = AsyncDisposable

/**
 * Starts an application with the same routes in one of the frameworks. `/` shows the caller, `/account` needs a signed-in
 * user, `/admin` an admin, and `POST /notes` changes something. `/fails` throws after it has read the caller. `/headers`
 * sends headers of its own, in the way of the framework that `?form=` selects by number.
 */
export type StartApp = (session: WebSession, port: number) => Promise<RunningApp>

export const startExpress: StartApp = async (session, port) => {
  const app = express()
  const latchkey = expressSession(session)
  app.set('env', 'test')
  app.use(latchkey.open)
  app.use(express.json(), express.urlencoded())
  app.use('/admin', latchkey.require('admin'))
  app.get('/', async (request, response) => void response.json((await session.caller(request)) ?? null))
  app.get('/account', async (request, response) => void response.json(await session.requireCaller(request)))
  app.get('/admin', async (request, response) => void response.json(await session.requireCaller(request)))
  app.post('/notes', async (request, response) => {
    const { username } = await session.requireCaller(request)
    response.status(201).json({ by: username })
  })
  app.get('/fails', async (request) => {
    await session.caller(request)
    throw new Error('a fault of the application')
  })
  const own = Object.entries(ownHeaders)
  const forms: ((response: Response) => unknown)[] = [
    (response) => response.writeHead(200, ownHeaders),
    (response) => response.writeHead(200, 'Fine', ownHeaders),
    (response) => response.writeHead(200, own.flat()),
    (response) => response.writeHead(200, 'Fine', own.flat()),
    (response) => response.set(ownHeaders).writeHead(200, 'Fine'),
  ]
  app.get('/headers', async (request, response) => {
    await session.caller(request)
    forms[Number(request.query.form)]?.(response)
    response.end()
  })
  app.use(latchkey.failures)
  return startLocalServer(app, port)
}

export const startFastify: StartApp = async (session, port) => {
  const app = fastify()
  app.register(fastifySession(session))
  app.setErrorHandler(answerFailure)
  app.get('/', async (request) => JSON.stringify((await session.caller(request)) ?? null))
  app.get('/account', async (request) => session.requireCaller(request))
  app.get('/admin', async (request) => session.requireCaller(request, 'admin'))
  app.post('/notes', async (request, reply) => {
    const { username } = await session.requireCaller(request)
    return reply.status(201).send({ by: username })
  })
  app.get('/fails', async (request) => {
    await session.caller(request)
    throw new Error('a fault of the application')
  })
  app.get<{ Querystring: { form: string } }>('/headers', async (request, reply) => {
    await session.caller(request)
    return request.query.form === '0'
      ? new globalThis.Response('fine', { headers: ownHeaders })
      : reply.headers(ownHeaders).send('fine')
  })
  await app.listen({ port, host: '127.0.0.1' })
  return { [Symbol.asyncDispose]: () => app.close() }
}

export const startHono: StartApp = async (session, port) => {
  const app = new Hono()
  app.use(honoSession(session, { address: (context) => getConnInfo(context).remote.address }))
  app.get('/', async (context) => context.json((await session.caller(context)) ?? null))
  app.get('/account', async (context) => context.json(await session.requireCaller(context)))
  app.get('/admin', async (context) => context.json(await session.requireCaller(context, 'admin')))
  app.post('/notes', async (context) => {
    const { username } = await session.requireCaller(context)
    return context.json({ by: username }, 201)
  })
  app.get('/fails', async (context) => {
    await session.caller(context)
    throw new Error('a fault of the application')
  })
  app.get('/headers', async (context) => {
    await session.caller(context)
    return context.req.query('form') === '0'
      ? new globalThis.Response('fine', { headers: ownHeaders })
      : context.body('fine', 200, ownHeaders)
  })
  app.onError((error, context) => {
    if ('getResponse' in error && typeof error.getResponse === 'function') return error.getResponse()
    return context.text('Internal Server Error', 500)
  })
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  await once(server, 'listening')
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
