/**
 * An app with passport-openidconnect, set up as the README of the library and its example for Express do it: the session is
 * that of express-session, the profile is read from the ID token, and a sign-out ends the session of the app.
 */
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT, ORIGIN, NONCE } = process.env

// The library reads no discovery document, so that each endpoint is named.
const found = await fetch(`${ISSUER}/.well-known/openid-configuration`)
const { authorization_endpoint, token_endpoint, userinfo_endpoint } = await found.json()

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: authorization_endpoint,
      tokenURL: token_endpoint,
      userInfoURL: userinfo_endpoint,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: `${ORIGIN}/cb`,
      scope: ['profile', 'email'],
      ...(NONCE === undefined ? {} : { nonce: NONCE === 'true' }),
    },
    (_issuer, profile, done) => done(null, profile),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const toHtml = (text) => String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

const app = express()
app.use(session({ secret: 'only for this trial', resave: false, saveUninitialized: false }))
app.use(passport.session())

app.get('/', ({ user }, response) => {
  if (!user) return response.send('<h1>Nobody is here</h1><a href="/login">Sign in</a>')
  const [email] = user.emails ?? []
  response.send(`
    <h1>Hello ${toHtml(user.displayName)}</h1><p>${toHtml(email?.value)}</p>
    <form method="post" action="/logout"><button>Sign out</button></form>`)
})
app.get('/login', passport.authenticate('openidconnect'))
app.get('/cb', passport.authenticate('openidconnect', { failureRedirect: '/failed' }), (_request, response) =>
  response.redirect('/'),
)
app.post('/logout', (request, response, next) =>
  request.logout((error) => (error ? next(error) : response.redirect('/'))),
)
app.get('/failed', (_request, response) => response.status(403).send('<h1>The sign-in failed</h1>'))
app.use((error, _request, response, _next) =>
  response.status(500).send(`<h1>The sign-in failed</h1><p>${toHtml(error.message)}</p>`),
)
app.listen(Number(PORT), '127.0.0.1')
