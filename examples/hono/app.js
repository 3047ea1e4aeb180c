import { honoSession } from '@latchkey/client/hono'
import { createWebSession, webSessionOptions } from '@latchkey/client/server'
import { Hono } from 'hono'

/** Makes the application. It uses only interfaces of the web platform, so it runs on workers, Deno, Bun and Node. */
export function createApp({ environment, address }) {
  const session = createWebSession(webSessionOptions(environment))
  const app = new Hono()
  app.use(honoSession(session, { address }))
  app.get('/', async (c) => {
    const caller = await session.caller(c)
    return c.html(caller ? signedIn(caller) : `<h1>Welcome</h1><a href="${session.signIn()}">Sign in</a>`)
  })
  app.get('/account', async (c) => c.json(await session.requireCaller(c)))
  app.get('/admin', async (c) => c.json(await session.requireCaller(c, 'admin')))
  return app

  function signedIn({ username }) {
    return `<h1>Hello ${username}</h1>
    <form method="post" action="${session.signOut()}"><button>Sign out</button></form>`
  }
}
