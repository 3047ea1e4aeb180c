import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const root = new URL('../../', import.meta.url)

test('what the first answer does not need is not loaded for it', () => {
  const script = `
    await import('#cli/main.ts')
    await import('#cli/commands/start.ts')
    const { Module } = await import('node:module')
    const files = Object.keys(Module._cache).map((file) => file.split('/node_modules/').at(-1))
    const packages = files.map((file) => file.split('/').slice(0, file.startsWith('@') ? 2 : 1).join('/'))
    const builtIn = process.moduleLoadList.filter((name) => name.startsWith('NativeModule internal/deps/undici'))
    process.stdout.write(JSON.stringify([...new Set(packages), ...builtIn]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  })
  const loaded = new Set<string>(JSON.parse(stdout || stderr))
  assert.ok(loaded.has('fastify') && loaded.has('pino'))
  const later = [
    'NativeModule internal/deps/undici/undici',
    ...['@grpc/grpc-js', '@grpc/proto-loader', '@grpc/reflection', 'grpc-health-check', 'protobufjs'],
    ...['ajv', 'bowser', 'nodemailer', 'pg', 'pino-pretty', 'prom-client', 'tar'],
    ...['@nats-io/transport-node', '@nats-io/jetstream'],
  ]
  assert.deepEqual(
    later.filter((name) => loaded.has(name)),
    [],
  )
})

test('HTTP answers before the library of gRPC is loaded', async () => {
  const data = temporaryFolder()
  // On a busy machine the request of the test may itself be late, so the test tries up to 20 times.
  const tries: boolean[] = []
  while (tries.length < 20 && !tries.includes(true)) tries.push(await answersFirst(data))
  rmSync(data, { recursive: true })
  assert.ok(tries.includes(true))
})

const slowToLoad = `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.includes('/rpc-server.')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
      return next(url, context)
    },
  })`

async function answersFirst(data: string): Promise<boolean> {
  const [usersPort = 0] = await freePorts(1)
  const started = startProcess(['--data', data, '--users-port', `${usersPort}`, '--auth-port', '0'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(slowToLoad)}`,
  })
  let isReady = false
  started.then(() => {
    isReady = true
  })
  await until('an answer', async () => {
    const answer = await fetch(`http://127.0.0.1:${usersPort}/health`).catch(() => undefined)
    return answer?.status === 200
  })
  const isFirst = !isReady
  await (await started).end('SIGTERM')
  return isFirst
}
