import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)

test('what the first answer does not need is not loaded for it', () => {
  const script = `
    await import('#cli/main.ts')
    await import('#cli/start-command.ts')
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
