import { answerFailure, fastifySession } from '@latchkey/client/fastify'
import { createWebSession, webSessionOptions } from '@latchkey/client/server'
import Fastify from 'fastify'

const { PORT = '3000' } = process.env

const session = createWebSession(webSessionOptions(process.env))

const app = Fastify()
app.register(fastifySession(session))
app.setErrorHandler(answerFailure)

app.get('/', async (request, reply) => {
  const caller = await session.caller(request)
  reply.type('text/html')
  return caller ? signedIn(caller) : `<h1>Welcome</h1><a href="${session.signIn()}">Sign in</a>`
})
app.get('/account', async (request) => session.requireCaller(request))
app.get('/admin', async (request) => session.requireCaller(request, 'admin'))

await app.listen({ port: Number(PORT), host: 'localhost' })
console.log(`http://localhost:${PORT}`)

function signedIn({ username }) {
  return `<h1>Hello ${username}</h1>
  <form method="post" action="${session.signOut()}"><button>Sign out</button></form>`
}
