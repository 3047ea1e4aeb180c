import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createApp } from './app.js'

const { PORT = '3000' } = process.env

const app = createApp({
  environment: process.env,
  address: (c) => getConnInfo(c).remote.address,
})
serve({ fetch: app.fetch, port: Number(PORT), hostname: 'localhost' }, () =>
  console.log(`http://localhost:${PORT}`),
)
