import { serve } from '@hono/node-server'
import { createApp } from './app.js'

const { ISSUER = 'http://localhost:8090', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '3000' } = process.env
const origin = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`

const app = await createApp({ issuer: ISSUER, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, origin })
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' })
