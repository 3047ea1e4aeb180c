import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAppBrowser } from '#tests/support/app-browser.ts'
import { installClient } from '#tests/support/client-package.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { fencesOf, readPage } from './markdown.ts'

const packages: Record<string, string[]> = {
  express: ['express'],
  fastify: ['fastify'],
  hono: ['hono', '@hono'],
}

/** Starts Latchkey, and the program of a tutorial in an empty folder. The ports in the text are replaced by the real ones. */
async function follow(name: string) {
  await using stack = new AsyncDisposableStack()
  const data = temporaryFolder()
  const environment = { LATCHKEY_DATA: data, LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
  const latchkey = stack.use(await startProcess([], environment))
  const [port = 0] = await freePorts(1)
  const adapt = (text: string) =>
    text
      .replaceAll('localhost:8090', new URL(latchkey.auth).host)
      .replaceAll('localhost:8080', new URL(latchkey.users).host)
      .replaceAll('localhost:3000', `localhost:${port}`)
      .replaceAll(/\b3000\b/g, String(port))
  const folder = temporaryFolder()
  await installClient(folder, packages[name] ?? [])
  const fences = fencesOf(readPage(`docs/tutorials/${name}.md`))
  const program = fences.find(({ content }) => content.startsWith('// server.mjs\n'))
  assert.ok(program, 'the page has a program')
  writeFileSync(join(folder, 'server.mjs'), adapt(program.content))
  stack.use(await runApplication(folder, 'server.mjs', { port }))
  const moved = stack.move()
  return {
    fences,
    folder,
    adapt,
    browser: openAppBrowser(`http://localhost:${port}`),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

for (const name of Object.keys(packages)) {
  test(`who follows the tutorial for ${name} can sign up, log in and log out`, async () => {
    await using app = await follow(name)
    const { browser } = app
    const signUp = await browser.send('POST', '/auth/signup', { form: person })
    assert.deepEqual([signUp.status, signUp.headers.get('location')], [303, '/'])
    assert.match((await browser.send('GET', '/')).text, /grace/)
    assert.equal((await browser.send('GET', '/account')).json().username, 'grace')
    assert.equal((await browser.send('GET', '/admin')).status, 403)
    await browser.send('POST', '/auth/logout')
    assert.doesNotMatch((await browser.send('GET', '/')).text, /grace/)
    assert.equal((await browser.send('GET', '/account')).status, 401)
    await browser.send('POST', '/auth/login', { form: person })
    assert.equal((await browser.send('GET', '/account')).json().username, 'grace')
  })
}

test('the tutorial for express leads back to the page that asked for a signed-in user', async () => {
  await using app = await follow('express')
  const { browser } = app
  await browser.send('POST', '/auth/signup', { form: person })
  await browser.send('POST', '/auth/logout')
  const asked = await browser.send('GET', '/account?tab="1"', { headers: { accept: 'text/html' } })
  const { text } = await browser.send('GET', asked.headers.get('location') ?? '')
  const fields = [...text.matchAll(/name="return_to" value="([^"]*)"/g)].map(([, value = '']) => value)
  assert.equal(fields.length, 2)
  const [shown = ''] = fields
  const return_to = shown.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  const { headers } = await browser.send('POST', '/auth/login', { form: { ...person, return_to } })
  assert.equal(headers.get('location'), '/account?tab=%221%22')
})

test('the commands of the tutorial answer what it says', {
  skip: spawnSync('curl', ['--version']).status === 0 ? false : 'there is no curl on this machine',
}, async () => {
  await using app = await follow('express')
  const steps = app.fences
    .filter(({ language }) => language === 'console')
    .flatMap(({ content }) => content.split(/^\$ /m).slice(1))
    .map((text) => /^((?:.*\\\n)*.*\n)([\s\S]*)$/.exec(app.adapt(text)) ?? [])
  assert.ok(steps.length >= 4)
  for (const [, command = '', output = ''] of steps) {
    const { stdout } = spawnSync('sh', ['-e', '-c', command], { cwd: app.folder, encoding: 'utf8' })
    assert.equal(stdout.trim(), output.trim(), command)
  }
})
