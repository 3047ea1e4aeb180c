import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import type { Missing } from '#tests/support/foreign-packages.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { signUpAt } from '#tests/support/registered-app.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { installExample } from './install-example.ts'

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

/** Builds the single-page app with Vite, and signs a person in and out in a browser. */
export async function tryVite(): Promise<Missing | undefined> {
  const executable = findChromium()
  if (!executable) return { missing: 'there is no Chromium; LATCHKEY_TEST_CHROMIUM can name one' }
  const folder = await installExample('single-page-app')
  for (const name of ['src', 'index.html', 'tsconfig.json'])
    cpSync(join(repository, 'examples/single-page-app', name), join(folder, name), { recursive: true })
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  await using latchkey = await startProcess([], {
    LATCHKEY_DATA: temporaryFolder(),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_BROWSER_ORIGINS: origin,
  })
  process.env.VITE_LATCHKEY_URL = latchkey.auth
  runProgram('npm', ['run', 'build'], folder)
  const args = ['preview', '--host', 'localhost', '--port', String(port), '--strictPort']
  await using _application = await runApplication(folder, 'node_modules/vite/bin/vite.js', { port, args })
  await signUpAt(latchkey, person)
  await using browser = await startBrowser(executable)
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(origin)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Hello, grace' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello, grace' }).waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  return undefined
}
