import { answerFailure, fastifySession } from '@latchkey/client/fastify'
import { createWebSession } from '@latchkey/client/server'
import Fastify from 'fastify'

const {
  PORT = '3000',
  LATCHKEY_URL = 'http://localhost:8090',
  LATCHKEY_USERS_URL = 'http://localhost:8080',
} = process.env

const session = createWebSession({
  issuer: LATCHKEY_URL,
  usersUrl: LATCHKEY_USERS_URL,
  origins: `http://localhost:${PORT}`,
})

const app = Fastify()
app.register(fastifySession(session))
app.setErrorHandler(answerFailure)

app.get('/', async (request) => {
  const caller = await session.caller(request)
  return { hello: caller?.username ?? 'stranger' }
})
app.get('/account', async (request) => session.requireCaller(request))
app.get('/admin', async (request) => session.requireCaller(request, 'admin'))

await app.listen({ port: Number(PORT), host: 'localhost' })
console.log(`http://localhost:${PORT}`)
