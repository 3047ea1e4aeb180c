import assert from 'node:assert/strict'
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { transform } from 'esbuild'
import { placeBuiltPackage } from '#tests/support/built-package.ts'
import { cleanEnvironment, inherited, startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

/** Flags that make this Node claim to be an older version. What it runs on another Node tells the true version. */
function pretendToBe(version: string, without = ''): string[] {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
Object.defineProperty(process, 'version', { value: 'v${version}' })
${without}`
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`]
}
/** Node 20 has no `process.execve`, so that it has to stay as the parent of another Node. */
const older = pretendToBe('20.20.2', 'process.execve = undefined')
const replacing = pretendToBe('22.15.0')
const olderNodes = { 'a Node that can replace itself': replacing, 'an older Node': older }
const whyNoExecve = process.platform === 'win32' && 'no process can replace itself on Windows'

const sources = new URL('../../../', import.meta.url).pathname
const { optionalDependencies } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))
const nodeNames = Object.keys(optionalDependencies)
const ownName = nodeNames.find((name) => existsSync(join(sources, 'node_modules', name)))
const whyNot = ownName === undefined && 'there is no Node of ours for this platform'

function version(command: string, flags = older): { code: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, [...flags, '--', command, '--version'], {
    env: cleanEnvironment({}),
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

/** Returns the ids of the processes that a process has started and that still run. */
function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
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
      const runs = Object.values(olderNodes).map((flags) => version(link ? join(root, link) : command, flags))
      rmSync(root, { recursive: true })
      for (const { code, out, err } of runs) {
        // The warning that replacing a process is experimental is not shown.
        assert.deepEqual([code, err], [0, ''])
        assert.match(out, /^latchkey .*\((?:revision [0-9a-f]{12}, )?Node 2[46]\./)
      }
    })

  const start = (flags: string[], data: string) => {
    const environment = { LATCHKEY_DATA: data, LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
    return startProcess([], environment, join(built, 'cli/latchkey.js'), flags)
  }

  test('a Node that can replace itself leaves no parent behind', { skip: whyNoExecve }, async () => {
    const data = temporaryFolder()
    const started = await start(replacing, data)
    const children = childrenOf(started.pid)
    assert.equal(await started.end('SIGTERM'), 0)
    rmSync(data, { recursive: true })
    assert.deepEqual(children, [])
  })

  test('a signal stops it in order, also where an older Node and the one that it started are told', async () => {
    const data = temporaryFolder()
    const started = await start(older, data)
    const children = childrenOf(started.pid)
    for (const pid of children) process.kill(pid, 'SIGTERM')
    assert.equal(await started.end('SIGTERM'), 0)
    rmSync(data, { recursive: true })
    assert.equal(children.length, 1)
  })

  test('it does not go on alone when the older Node that was called is killed', async () => {
    const data = temporaryFolder()
    const started = await start(older, data)
    assert.equal(await started.end('SIGKILL'), 'SIGKILL')
    await until('nobody to answer', () =>
      send('GET', `${started.users}/health`).then(
        () => false,
        () => true,
      ),
    )
    rmSync(data, { recursive: true, force: true })
  })
})

describe('what runs in place of an older Node', () => {
  const caller = join(folder, 'caller.mjs')
  const script = join(folder, 'script.mjs')
  /** Writes the script, and returns the arguments with which a Node runs it on the other Node. */
  function place(text: string, args: string[] = []): string[] {
    const ownNode = JSON.stringify(new URL('../../../cli/own-node.js', import.meta.url))
    const [node, path] = [process.execPath, script].map((one) => JSON.stringify(one))
    writeFileSync(
      caller,
      `import { runOnOwnNode } from ${ownNode}\nrunOnOwnNode(${node}, ${path}, process.argv.slice(2))`,
    )
    writeFileSync(script, text)
    return ['--', caller, ...args]
  }

  for (const [name, flags] of Object.entries(olderNodes)) {
    const skip = flags === replacing && whyNoExecve

    test(`${name} hands over arguments, environment, folder and input, and gives the exit code`, {
      skip,
    }, () => {
      const text = `import { readFileSync } from 'node:fs'
const { argv, cwd, env } = process
console.log(JSON.stringify([argv.slice(2), env.WORD, cwd(), readFileSync(0, 'utf8')]))
process.exitCode = 7`
      const args = ['a b', '--', '', 'é']
      const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, ...place(text, args)], {
        cwd: realpathSync(folder),
        env: { ...inherited(), WORD: 'two\nlines' },
        input: 'in',
        encoding: 'utf8',
      })
      assert.deepEqual([status, stderr], [7, ''])
      assert.deepEqual(JSON.parse(stdout), [args, 'two\nlines', realpathSync(folder), 'in'])
    })

    test(`${name} passes signals on and gives the exit code`, { skip }, async (t) => {
      const text = `const codes = { SIGINT: 41, SIGTERM: 42, SIGHUP: 43 }
for (const signal in codes) process.on(signal, () => process.exit(codes[signal]))
process.stdin.resume()
console.log('ready')`
      const codes = { SIGINT: 41, SIGTERM: 42, SIGHUP: 43 }
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        const child = spawn(process.execPath, [...flags, ...place(text)])
        // The script ends with its input, also when its parent was killed.
        t.after(() => child.stdin.destroy())
        const exited = once(child, 'exit')
        await once(child.stdout, 'data')
        child.kill(signal)
        assert.deepEqual(await exited, [codes[signal], null], signal)
      }
    })

    test(`${name} ends with the signal that ended it`, { skip }, () => {
      const { status, signal } = spawnSync(process.execPath, [
        ...flags,
        ...place("process.kill(process.pid, 'SIGTERM')"),
      ])
      assert.deepEqual([status, signal], [null, 'SIGTERM'])
    })
  }

  test('a Node that was forked stays, so that the channel to it does not close', async (t) => {
    const [, program = ''] = place('console.log(process.ppid)\nprocess.stdin.resume()')
    const child = fork(program, { execArgv: replacing, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] })
    t.after(() => child.stdin?.destroy())
    const exited = once(child, 'exit')
    const [said] = await once(child.stdout ?? child, 'data')
    assert.deepEqual([Number(said), child.connected], [child.pid, true])
    child.stdin?.end()
    assert.deepEqual(await exited, [0, null])
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
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'package.json'), JSON.stringify({ bin: { node: 'node' } }))
  const command = join(root, 'node_modules/latchkey/cli/latchkey.js')
  const runs = [
    // On Alpine the file of Node exists, but the loader that it names does not.
    { text: '#!/lib/ld-that-is-not-there\n', mode: 0o755 },
    { text: '#!/bin/sh\n', mode: 0o644 },
  ].flatMap(({ text, mode }) => {
    writeFileSync(join(own, 'node'), text)
    chmodSync(join(own, 'node'), mode)
    return [version(command, older), version(command, replacing)]
  })
  rmSync(root, { recursive: true })
  for (const { code, out, err } of runs) {
    assert.deepEqual([code, out], [1, ''], err)
    assert.match(
      err,
      /^latchkey: needs Node 24\.15 or later; this is v2[02]\.[\d.]+, and .* cannot be run: .* Type .*\n$/,
    )
    assert.ok(err.includes(`-- ${command}`))
  }
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

describe('in a folder where npm has linked commands', { skip: whyNot }, () => {
  const root = temporaryFolder()
  const links = join(root, 'node_modules/.bin')
  before(() => {
    mkdirSync(links, { recursive: true })
    cpSync(built, join(root, 'node_modules/latchkey'), { recursive: true })
    const own = join(sources, 'node_modules', ownName ?? '')
    const { bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
    symlinkSync(join(own, bin.node), join(links, 'node'))
    symlinkSync('../latchkey/cli/latchkey.js', join(links, 'latchkey'))
  })
  after(() => rmSync(root, { recursive: true }))

  function runAlone(path: string, program: string, args: string[]): void {
    const options = { env: { PATH: path }, encoding: 'utf8', timeout: 60_000 } as const
    const { status, stdout, stderr } = spawnSync(program, args, options)
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /^latchkey .*\((?:revision [0-9a-f]{12}, )?Node 2[46]\./)
  }

  test('the link to the command runs, with nothing else on PATH', () => {
    runAlone(links, join(links, 'latchkey'), ['--version'])
  })

  test('the unit for systemd calls the Node of npm itself, with nothing on PATH', () => {
    const unit = readFileSync(join(sources, 'deploy/systemd/latchkey.service'), 'utf8')
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
    const [program = '', ...args] = line.replaceAll('/opt/latchkey', root).split(' ')
    assert.equal(args.pop(), 'start')
    runAlone('', program, [...args, '--version'])
  })
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
