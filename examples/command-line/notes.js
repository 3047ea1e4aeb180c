#!/usr/bin/env node
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as openid from 'openid-client'

const { ISSUER = 'http://localhost:8090', CLIENT_ID = '', API = 'http://127.0.0.1:3000' } = process.env
const configFolder = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
const file = join(configFolder, 'notes', 'credentials.json')

/** Returns what Latchkey publishes about itself, such as the address at which to ask for a code. */
const discover = () =>
  openid.discovery(new URL(ISSUER), CLIENT_ID, undefined, openid.None(), {
    // Plain http is allowed only for a trial on one machine. A real issuer has https.
    execute: ISSUER.startsWith('http:') ? [openid.allowInsecureRequests] : [],
  })

/** Shows a code, and waits until a person has entered it in a browser, on this machine or on a phone. */
async function logIn() {
  const config = await discover()
  const begun = await openid.initiateDeviceAuthorization(config, {
    scope: 'openid profile notes:read',
    resource: API,
  })
  console.log(`Open   ${begun.verification_uri}\nEnter  ${begun.user_code}`)
  console.log(`Or open ${begun.verification_uri_complete} and compare the code.`)
  // The library polls at the interval that Latchkey names, and five seconds slower after each slow_down (RFC 8628 section 3.5).
  const tokens = await openid.pollDeviceAuthorizationGrant(config, begun)
  keep(tokens)
  console.log(`Signed in as ${tokens.claims().preferred_username}.`)
}

/** Writes the tokens to a file that only this person can read. The file is replaced as a whole, so it is never incomplete. */
function keep({ access_token, refresh_token, expires_in }) {
  const kept = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(kept), { mode: 0o600 })
  renameSync(unfinished, file)
}

function findKept() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') throw new SignedOut()
    throw error
  }
}

class SignedOut extends Error {
  message = 'Nobody is signed in. Run: notes login'
}

/** Returns an access token that is valid for at least 30 seconds more. */
async function accessToken() {
  const kept = findKept()
  if (kept.expires_at > Date.now() + 30_000) return kept.access_token
  try {
    const tokens = await openid.refreshTokenGrant(await discover(), kept.refresh_token)
    // Each refresh gives another refresh token. Two commands at the same time get the same one.
    keep(tokens)
    return tokens.access_token
  } catch (error) {
    // The person has signed out, or was signed out (RFC 6749 section 5.2). After any other failure the next command tries again.
    if (error.error !== 'invalid_grant') throw error
    rmSync(file, { force: true })
    throw new SignedOut()
  }
}

async function list() {
  const authorization = `Bearer ${await accessToken()}`
  const reply = await fetch(new URL('/notes', API), { headers: { authorization } })
  if (!reply.ok) throw new Error(`The notes cannot be read: ${reply.status}`)
  for (const note of await reply.json()) console.log(note)
}

/** Revokes every token of this program. The browser stays signed in. */
async function logOut() {
  const { refresh_token } = findKept()
  await openid.tokenRevocation(await discover(), refresh_token)
  rmSync(file, { force: true })
  console.log('Signed out.')
}

/** Says why a command failed. For other errors of the protocol, Latchkey's description tells what is wrong. */
function reason(error) {
  if (error.error === 'access_denied') return 'You denied access in the browser.'
  if (error.error === 'expired_token') return 'The code has expired. Run the command again.'
  return error.error_description ?? error.message
}

const command = { login: logIn, list, logout: logOut }[process.argv[2]]
try {
  if (!command) throw new Error('Usage: notes login | list | logout')
  await command()
} catch (error) {
  console.error(reason(error))
  process.exitCode = 1
}
