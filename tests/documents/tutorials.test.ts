import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { installClient } from '#tests/support/client-package.ts'
import { hostedVisitor } from '#tests/support/hosted-app.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { appAt, registerApp, signUpAt } from '#tests/support/registered-app.ts'
import { issuer, plainBrowser, signInOnPage } from '#tests/support/relying-party.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { fencesOf, readPage } from './markdown.ts'

const packages: Record<'express' | 'fastify' | 'hono', string[]> = {
  express: ['express'],
  fastify: ['fastify'],
  hono: ['hono', '@hono'],
}

/**
 * Starts Latchkey, registers an application, and starts the program of its tutorial in an empty folder. The ports in the text are
 * replaced by the real ones. No server has the issuer: simulated browsers go to the port instead, and so does the application.
 */
async function follow(name: keyof typeof packages) {
  await using stack = new AsyncDisposableStack()
  const data = temporaryFolder()
  const environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: issuer,
    LATCHKEY_MAILBOX: 'on',
  }
  const latchkey = stack.use(await startProcess([], environment))
  const [port = 0] = await freePorts(1)
  const adapt = (text: string) =>
    text
      .replaceAll('http://localhost:8090', issuer)
      .replaceAll('localhost:3000', `localhost:${port}`)
      .replaceAll(/\b3000\b/g, String(port))
  const folder = temporaryFolder()
  await installClient(folder, packages[name])
  const fences = fencesOf(readPage(`docs/tutorials/${name}.md`))
  const program = fences.find(({ content }) => content.startsWith('// server.mjs\n'))
  assert.ok(program, 'the page has a program')
  writeFileSync(join(folder, 'server.mjs'), adapt(program.content))
  const origin = `http://localhost:${port}`
  const registered = registerApp(name, { data, issuer, origin })
  stack.use(
    await runApplication(folder, 'server.mjs', {
      port,
      environment: { ...registered, LATCHKEY_AUTH_URL: latchkey.auth },
    }),
  )
  await signUpAt(latchkey, person)
  const system = { authUrl: latchkey.auth }
  const browser = plainBrowser(system)
  const moved = stack.move()
  return {
    fences,
    folder,
    adapt,
    visitor: hostedVisitor(system, appAt(origin), browser),
    signIn: () => signInOnPage(system, browser, person),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

for (const name of Object.keys(packages) as (keyof typeof packages)[]) {
  test(`who follows the tutorial for ${name} can sign in through the hosted pages and sign out`, async () => {
    await using app = await follow(name)
    const { visitor } = app
    const home = async () => (await visitor.send('/')).text()
    assert.match(await home(), /href="\/auth\/sign-in"/)
    assert.match((await visitor.open('/account?tab=1')).path, /\/account\/sign-in\?/, 'it leads to the pages')
    await app.signIn()
    const account = await visitor.open('/account?tab=1')
    assert.equal(account.path, '/account?tab=1')
    assert.equal(((await account.json()) as { username: string }).username, 'grace')
    assert.match(await home(), /Hello grace/)
    assert.equal((await visitor.send('/admin')).status, 403)
    const out = await visitor.send('/auth/logout', { method: 'POST', body: new URLSearchParams() })
    const { url } = await visitor.browser.follow(out.headers.get('location') ?? '')
    assert.equal((await visitor.open(url.pathname + url.search)).path, '/')
    assert.doesNotMatch(await home(), /grace/)
    assert.match((await visitor.open('/account')).path, /\/account\/sign-in\?/)
  })
}

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
