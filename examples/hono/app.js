import { honoSession } from '@latchkey/client/hono'
import { createWebSession } from '@latchkey/client/server'
import { Hono } from 'hono'

/** Makes the application. It uses only interfaces of the web platform, so it runs on workers, Deno, Bun and Node. */
export function createApp({ origin, latchkeyUrl, latchkeyUsersUrl, address }) {
  const session = createWebSession({ issuer: latchkeyUrl, usersUrl: latchkeyUsersUrl, origins: origin })
  const app = new Hono()
  app.use(honoSession(session, { address }))
  app.get('/', async (c) => c.json({ hello: (await session.caller(c))?.username ?? 'stranger' }))
  app.get('/account', async (c) => c.json(await session.requireCaller(c)))
  app.get('/admin', async (c) => c.json(await session.requireCaller(c, 'admin')))
  return app
}
