import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'esbuild'
import { createWebSession } from '#sdk/server.ts'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { freePorts } from '#tests/support/process.ts'
import { startSystem } from '#tests/support/system.ts'
import { startExpress } from '#tests/support/web-session-apps.ts'

const root = new URL('../../../', import.meta.url).pathname
const adapter = new URL('../../../sdk/adapters/react.ts', import.meta.url).pathname

const program = (password: string) => `
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createCallerStore } from '${adapter}'

const { useCaller, logIn, logOut } = createCallerStore()

function Who() {
  const state = useCaller()
  return <h1>{state.status === 'signed_in' ? 'Hello ' + state.caller.username : state.status}</h1>
}
function App() {
  const logInWith = (password) => () => logIn({ username: 'ada', password }).catch((error) => { document.title = error.code })
  return <>
    <Who /><Who />
    <button onClick={logInWith('wrong')}>Wrong</button>
    <button onClick={logInWith(${JSON.stringify(password)})}>Log in</button>
    <button onClick={() => logOut().catch((error) => { document.title = error.code })}>Log out</button>
  </>
}
createRoot(document.body.appendChild(document.createElement('main'))).render(<StrictMode><App /></StrictMode>)
`

async function bundle(password: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program(password), loader: 'jsx', resolveDir: root },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]?.text ?? ''
}

const chromium = findChromium()

test('components of React know who is signed in, in every tab, and say so only when it is known', {
  skip: chromium ? false : 'there is no Chromium on this machine',
}, async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const addresses = { authUrl: system.authUrl, usersUrl: system.usersUrl }
  const session = createWebSession({ issuer: 'https://auth.example.com', ...addresses, origins: origin })
  await using _app = await startExpress(session, port)
  await using browser = await startBrowser(chromium ?? '')
  const context = await browser.newContext()
  const body = `<!doctype html><body></body><script>${(await bundle(password)).replaceAll('</script', '<\\/script')}</script>`
  await context.route(`${origin}/page`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  )
  const open = async () => {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(`${origin}/page`)
    return page
  }
  const [one, other] = [await open(), await open()]
  const both = async (text: string) => {
    for (const page of [one, other]) await page.waitForSelector(`h1:nth-of-type(2):text-is("${text}")`)
  }
  await both('signed_out')
  await one.click('text=Wrong')
  await one.waitForFunction('document.title === "invalid_credentials"')
  await both('signed_out')
  await one.click('text=Log in')
  await both('Hello ada')
  await other.click('text=Log out')
  await both('signed_out')
  await one.click('text=Log in')
  await both('Hello ada')

  await system.stop()
  await one.click('text=Log out')
  await one.waitForFunction('document.title === "auth_service_unavailable"')
  // A page that asked for the session during the outage, because it became visible again, has the state `unknown`.
  for (const page of [one, other]) assert.match(await page.innerText('h1'), /^(Hello ada|unknown)$/)
})
