import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { transform } from 'esbuild'
import { placeBuiltPackage } from '#tests/support/built-package.ts'
import { cleanEnvironment, startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

/** A script that makes this Node claim to be an older version. The processes that it starts tell their true version. */
const pretending = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
Object.defineProperty(process, 'version', { value: 'v20.20.2' })`
const older = ['--import', `data:text/javascript,${encodeURIComponent(pretending)}`]

const sources = new URL('../../../', import.meta.url).pathname
const { optionalDependencies } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))
const nodeNames = Object.keys(optionalDependencies)
const ownName = nodeNames.find((name) => existsSync(join(sources, 'node_modules', name)))
const whyNot = ownName === undefined && 'there is no Node of ours for this platform'

function version(command: string): { code: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, [...older, '--', command, '--version'], {
    env: cleanEnvironment({}),
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

const folder = temporaryFolder()
let built = ''
before(async () => {
  built = (await placeBuiltPackage(folder)).folder
})
after(() => rmSync(folder, { recursive: true }))

describe('called by its path on an older Node, the command runs on the one that npm installed', {
  skip: whyNot,
}, () => {
  const others = () => join(folder, 'node_modules')

  /** The folders in which installers place the package and its own Node, and the link to the command if there is one. */
  const layouts: Record<string, { latchkey: string; node: string; link?: string }> = {
    'beside it, as npm does': { latchkey: 'node_modules/latchkey', node: 'node_modules' },
    'within it, as npm does for a global installation': {
      latchkey: 'lib/node_modules/latchkey',
      node: 'lib/node_modules/latchkey/node_modules',
      link: 'bin/latchkey',
    },
    'in a store, as pnpm does': {
      latchkey: 'node_modules/.pnpm/latchkey@0.1.0/node_modules/latchkey',
      node: 'node_modules/.pnpm/latchkey@0.1.0/node_modules',
      link: 'node_modules/.bin/latchkey',
    },
  }
  for (const [where, { latchkey, node, link }] of Object.entries(layouts))
    test(where, () => {
      const root = temporaryFolder()
      cpSync(built, join(root, latchkey), { recursive: true })
      const { dependencies } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
      const place = (name: string, target: string) => {
        const path = join(root, node, name)
        mkdirSync(dirname(path), { recursive: true })
        symlinkSync(target, path)
      }
      for (const name of Object.keys(dependencies)) place(name, join(others(), name))
      // Node is copied to this one place and not linked: a link would be resolved to its target, with other folders above it
      // that may hold a Node.
      cpSync(join(sources, 'node_modules', ownName ?? ''), join(root, node, ownName ?? ''), {
        recursive: true,
      })
      const command = join(root, latchkey, 'cli/latchkey.js')
      if (link) {
        mkdirSync(dirname(join(root, link)), { recursive: true })
        symlinkSync(command, join(root, link))
      }
      const { code, out, err } = version(link ? join(root, link) : command)
      rmSync(root, { recursive: true })
      assert.equal(code, 0, err)
      assert.match(out, /^latchkey .*\(Node 2[46]\./)
    })

  const start = async () => {
    const data = join(temporaryFolder(), 'data')
    const environment = { LATCHKEY_DATA: data, LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
    const started = await startProcess([], environment, join(built, 'cli/latchkey.js'), older)
    const ready = JSON.parse(started.lines.find((line) => line.includes('"ready"')) ?? '{}')
    return { started, data, ready }
  }

  test('a signal stops it in order, also where each process is told', async () => {
    const { started, data } = await start()
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', `${started.pid}`], { encoding: 'utf8' })
    for (const pid of children.stdout.trim().split(/\s+/)) if (pid) process.kill(Number(pid), 'SIGTERM')
    assert.equal(await started.end('SIGTERM'), 0)
    rmSync(dirname(data), { recursive: true })
  })

  test('it does not go on alone when the process that was called is killed', async () => {
    const { started, data } = await start()
    assert.equal(await started.end('SIGKILL'), 'SIGKILL')
    await until('nobody to answer', () =>
      send('GET', `${started.users}/health`).then(
        () => false,
        () => true,
      ),
    )
    rmSync(dirname(data), { recursive: true, force: true })
  })
})

test('without its own Node the command says what to type', () => {
  const root = temporaryFolder()
  cpSync(built, join(root, 'node_modules/latchkey'), { recursive: true })
  const command = join(root, 'node_modules/latchkey/cli/latchkey.js')
  const { code, out, err } = version(command)
  rmSync(root, { recursive: true })
  assert.deepEqual([code, out], [1, ''])
  assert.match(
    err,
    /^latchkey: needs Node 24\.15 or later; this is v20\.20\.2, .* without --omit=optional, or type .*\n$/,
  )
  assert.ok(err.includes(command))
})

test('where its own Node cannot be run, the command says what to type', () => {
  const root = temporaryFolder()
  cpSync(built, join(root, 'node_modules/latchkey'), { recursive: true })
  // On Alpine the file of Node exists, but the loader that it names does not.
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'package.json'), JSON.stringify({ bin: { node: 'node' } }))
  writeFileSync(join(own, 'node'), '#!/lib/ld-that-is-not-there\n')
  chmodSync(join(own, 'node'), 0o755)
  const command = join(root, 'node_modules/latchkey/cli/latchkey.js')
  const { code, out, err } = version(command)
  rmSync(root, { recursive: true })
  assert.deepEqual([code, out], [1, ''])
  assert.match(
    err,
    /^latchkey: needs Node 24\.15 or later; this is v20\.20\.2, and .* cannot be run: .* Type .*\n$/,
  )
  assert.ok(err.includes(`-- ${command}`))
})

test('a Node that is new enough is taken as it is, without one of our own beside it, as in an image', () => {
  const root = temporaryFolder()
  cpSync(built, join(root, 'latchkey'), { recursive: true })
  const run = spawnSync(process.execPath, ['--', join(root, 'latchkey/cli/latchkey.js'), '--version'], {
    env: cleanEnvironment({ PATH: '' }),
    encoding: 'utf8',
    timeout: 60_000,
  })
  rmSync(root, { recursive: true })
  assert.deepEqual([run.status, run.stderr], [0, ''])
  assert.ok(run.stdout.includes(`Node ${process.versions.node},`), run.stdout)
})

test('with nothing on PATH but the folder in which npm links commands, the link to the command runs', {
  skip: whyNot,
}, () => {
  const root = temporaryFolder()
  const links = join(root, 'node_modules/.bin')
  mkdirSync(links, { recursive: true })
  cpSync(built, join(root, 'node_modules/latchkey'), { recursive: true })
  const { bin } = JSON.parse(
    readFileSync(join(sources, 'node_modules', ownName ?? '', 'package.json'), 'utf8'),
  )
  symlinkSync(join(sources, 'node_modules', ownName ?? '', bin.node), join(links, 'node'))
  symlinkSync('../latchkey/cli/latchkey.js', join(links, 'latchkey'))
  const run = spawnSync('/usr/bin/env', ['-i', `PATH=${links}`, join(links, 'latchkey'), '--version'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  rmSync(root, { recursive: true })
  assert.deepEqual([run.status, run.stderr], [0, ''])
  assert.match(run.stdout, /^latchkey .*\(Node 2[46]\./)
})

test('a Node as old as that of Ubuntu 22.04 reads the files that look for a newer one', async () => {
  for (const name of ['latchkey.js', 'own-node.js', 'compile-ahead.js'])
    for (const place of [join(sources, 'cli'), join(built, 'cli')]) {
      const text = readFileSync(join(place, name), 'utf8')
      const options = { loader: 'js', format: 'esm', minifyWhitespace: true } as const
      const [asItIs, asOldNodeReadsIt] = await Promise.all([
        transform(text, { ...options, target: 'esnext' }),
        transform(text, { ...options, target: 'node12.22' }),
      ])
      assert.equal(asOldNodeReadsIt.code, asItIs.code, `${place}/${name} uses newer syntax`)
      // An old Node also fails to parse a file that imports a name which its modules do not export. The files with such
      // imports must be loaded on a new Node only.
      assert.doesNotMatch(text, /^import .* from 'node:(?!child_process|fs|module|path|url)/m)
      assert.doesNotMatch(text, /^import .*(CompileCache|availableParallelism)/m)
    }
})

test('every platform that has a Node on npm gets one, a Mac with Apple silicon too', async () => {
  const { packageOf } = await import(new URL('../../../cli/own-node.js', import.meta.url).href)
  const platforms = [
    { platform: 'linux', arch: 'x64' },
    { platform: 'linux', arch: 'arm64' },
    { platform: 'darwin', arch: 'x64' },
    { platform: 'darwin', arch: 'arm64' },
    { platform: 'win32', arch: 'x64' },
  ]
  assert.deepEqual(platforms.map(packageOf).sort(), nodeNames.sort())
})

test('npm runs no script to get a Node, and the lock file has the checksum of each', () => {
  const { packages } = JSON.parse(readFileSync(join(sources, 'package-lock.json'), 'utf8'))
  assert.ok(nodeNames.length >= 3)
  for (const name of nodeNames) {
    const locked = packages[`node_modules/${name}`]
    assert.match(locked?.integrity ?? '', /^sha512-/, name)
    assert.equal(locked.hasInstallScript, undefined, name)
  }
})
