import { expressSession } from '@latchkey/client/express'
import { createWebSession, webSessionOptions } from '@latchkey/client/server'
import express from 'express'

const { PORT = '3000' } = process.env

const session = createWebSession(webSessionOptions(process.env))
const latchkey = expressSession(session)

const app = express()
app.use(latchkey.open)

app.get('/', async (request, response) => {
  const caller = await session.caller(request)
  response.send(caller ? signedIn(caller) : `<h1>Welcome</h1><a href="${session.signIn()}">Sign in</a>`)
})

app.get('/account', async (request, response) => response.json(await session.requireCaller(request)))

app.use('/admin', latchkey.require('admin'))
app.get('/admin', (_request, response) => response.send('Only admins see this.'))

app.use(latchkey.failures)
app.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${PORT}`))

const signedIn = ({ username }) => `<h1>Hello ${username}</h1>
  <a href="${session.accountUrl()}">Account settings</a>
  <form method="post" action="${session.signOut()}"><button>Sign out</button></form>`
