import { expressSession } from '@latchkey/client/express'
import { createWebSession } from '@latchkey/client/server'
import express from 'express'

const {
  PORT = '3000',
  LATCHKEY_URL = 'http://localhost:8090',
  LATCHKEY_USERS_URL = 'http://localhost:8080',
} = process.env

const session = createWebSession({
  issuer: LATCHKEY_URL,
  usersUrl: LATCHKEY_USERS_URL,
  origins: `http://localhost:${PORT}`,
  loginPage: '/login',
  signUpPage: '/signup',
})
const latchkey = expressSession(session)

const app = express()
app.use(latchkey.open)

app.get('/', async (request, response) => {
  const caller = await session.caller(request)
  const signedOut = '<p><a href="/login">Log in</a> or <a href="/signup">sign up</a></p>'
  response.send(page('Welcome', caller ? `<p>Hello ${caller.username}!</p>${logOutButton}` : signedOut))
})

app.get('/account', async (request, response) => {
  const caller = await session.requireCaller(request)
  response.send(page('Your account', `<p>${caller.username}, ${caller.role}</p>${logOutButton}`))
})

app.get('/admin', async (request, response) => {
  const caller = await session.requireCaller(request, 'admin')
  response.send(page('Admin', `<p>${caller.username} may see this.</p>`))
})

app.get('/login', (request, response) =>
  response.send(page('Log in', form('/auth/login', request.query, ''))),
)
app.get('/signup', (request, response) =>
  response.send(page('Sign up', form('/auth/signup', request.query, emailField))),
)

app.use(latchkey.failures)
app.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${PORT}`))

const logOutButton = '<form method="post" action="/auth/logout"><button>Log out</button></form>'
const emailField = '<label>E-mail <input name="email" type="email" required autocomplete="email"></label>'

function form(action, { failure, return_to = '/account' }, more) {
  return `<form method="post" action="${action}">
    ${failure ? `<p role="alert">${texts.get(failure) ?? 'That did not work.'}</p>` : ''}
    <input type="hidden" name="return_to" value="${toHtml(return_to)}">
    <label>Name <input name="username" required autocomplete="username"></label>
    ${more}
    <label>Password <input name="password" type="password" required></label>
    <button>Go on</button>
  </form>`
}

const texts = new Map([
  ['invalid_credentials', 'The name or the password is wrong.'],
  ['username_taken', 'This name is taken.'],
  ['email_taken', 'This address is taken.'],
  ['password_unacceptable', 'Take a longer or less common password.'],
])

const toHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (title, body) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`
