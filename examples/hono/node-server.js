import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createApp } from './app.js'

const {
  PORT = '3000',
  LATCHKEY_URL = 'http://localhost:8090',
  LATCHKEY_USERS_URL = 'http://localhost:8080',
} = process.env

const app = createApp({
  origin: `http://localhost:${PORT}`,
  latchkeyUrl: LATCHKEY_URL,
  latchkeyUsersUrl: LATCHKEY_USERS_URL,
  address: (c) => getConnInfo(c).remote.address,
})
serve({ fetch: app.fetch, port: Number(PORT), hostname: 'localhost' }, () =>
  console.log(`http://localhost:${PORT}`),
)
