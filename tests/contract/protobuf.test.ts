import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js'
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import { createLog } from '#runtime/log/log.ts'
import { bindRpc } from '#runtime/rpc/listener.ts'
import { serveRpc } from '#runtime/rpc/server.ts'
import { startSystem } from '#tests/support/system.ts'
import { generateRpcDescriptors, generateRpcTypes } from './generate-rpc-types.ts'
import { rpcDescriptions } from './rpc-descriptions.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const protos = join(root, 'proto')
const released = join(protos, 'released.binpb')

function buf(...args: string[]) {
  const run = spawnSync(join(root, 'node_modules/.bin/buf'), args, { encoding: 'utf8', timeout: 110_000 })
  return { code: run.status, said: run.stdout + run.stderr }
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-protos-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Copies the .proto files, with one line changed, into a folder and returns the folder. */
function changedCopy(t: TestContext, file: string, from: string, to: string): string {
  const folder = temporaryFolder(t)
  cpSync(protos, folder, { recursive: true })
  const before = readFileSync(join(folder, file), 'utf8')
  const after = before.replace(from, to)
  assert.notEqual(after, before, `${file} has ${from}`)
  writeFileSync(join(folder, file), after)
  return folder
}

const filesIn = (folder: string) => globSync('**/*.ts', { cwd: folder }).toSorted()

test('the messages and services pass the standard rules of buf', (t) => {
  assert.deepEqual(buf('lint', protos), { code: 0, said: '' })
  const bad = changedCopy(t, 'latchkey/greeter/v1/greeter.proto', 'string greeting', 'string Greeting')
  assert.notEqual(buf('lint', bad).code, 0, 'the check can fail')
})

test('the types of the messages are current (npm run generate)', (t) => {
  const folder = temporaryFolder(t)
  generateRpcTypes(folder)
  const kept = join(protos, 'generated')
  assert.deepEqual(filesIn(kept), filesIn(folder))
  for (const file of filesIn(folder))
    assert.equal(readFileSync(join(kept, file), 'utf8'), readFileSync(join(folder, file), 'utf8'), file)
  const image = join(folder, 'descriptors.binpb')
  generateRpcDescriptors(image)
  assert.ok(readFileSync(join(kept, 'descriptors.binpb')).equals(readFileSync(image)), 'the descriptors')
  const descriptions = JSON.parse(readFileSync(join(kept, 'descriptions.json'), 'utf8'))
  assert.deepEqual(descriptions, rpcDescriptions(), 'what the reference page says of them')
})

test('nothing that was released is broken (npm run release-protos keeps what is)', (t) => {
  assert.deepEqual(buf('breaking', protos, '--against', released), { code: 0, said: '' })
  for (const [file, from, to] of [
    ['latchkey/users/v1/users.proto', 'string email = 2;', 'string email = 17;'],
    ['latchkey/users/v1/users.proto', 'string email = 2;', ''],
    ['latchkey/auth/v1/auth.proto', 'int32 expires_in = 4;', 'int64 expires_in = 4;'],
    ['latchkey/auth/v1/auth.proto', 'END_REASON_LOGOUT = 1;', 'END_REASON_LEFT = 1;'],
    ['latchkey/greeter/v1/greeter.proto', 'rpc SayHello(', 'rpc Greet('],
    ['latchkey/users/v1/users.proto', 'latchkey/users/v1;usersv1', 'latchkey/users/v1;users'],
  ] as const) {
    const { code, said } = buf('breaking', changedCopy(t, file, from, to), '--against', released)
    assert.notEqual(code, 0, `${from} -> ${to || 'nothing'}`)
    assert.match(said, /greeter|users|auth/)
  }
})

test('Go has a package for each of our files, called after its own', () => {
  const files = globSync('latchkey/**/*.proto', { cwd: protos })
  assert.ok(files.length >= 4)
  for (const file of files) {
    const text = readFileSync(join(protos, file), 'utf8')
    const [, name] = /^package latchkey\.(\w+)\.v1;$/m.exec(text) ?? []
    assert.ok(text.includes(`option go_package = "latchkey/${name}/v1;${name}v1";`), file)
  }
})

test('what is added breaks nothing', (t) => {
  const added = changedCopy(
    t,
    'latchkey/greeter/v1/greeter.proto',
    'string greeting = 1;',
    'string greeting = 1;\n  string language = 2;',
  )
  assert.deepEqual(buf('breaking', added, '--against', released), { code: 0, said: '' })
})

test('every rpc that is declared is answered', async () => {
  await using system = await startSystem()
  const definition = loadSync(globSync('latchkey/**/*.proto', { cwd: protos }), { includeDirs: [protos] })
  const rpcs = Object.values(definition)
    .filter((one): one is ServiceDefinition => !('format' in one) && !('fileDescriptorProtos' in one))
    .flatMap((service) => Object.values(service))
  assert.ok(rpcs.length >= 19, `${rpcs.length} rpcs`)
  using users = closing(new Client(system.usersGrpc, credentials.createInsecure()))
  using auth = closing(new Client(system.authGrpc, credentials.createInsecure()))
  for (const { path } of rpcs) {
    const codes = await Promise.all([users, auth].map(({ client }) => codeOf(client, path)))
    const answered = codes.filter((code) => code !== status.UNIMPLEMENTED)
    assert.equal(answered.length, 1, `${path} is answered by one of the services`)
    assert.ok(answered[0] !== status.UNKNOWN && answered[0] !== status.DEADLINE_EXCEEDED, path)
  }
})

test('a service that binds an rpc that is not declared, or leaves one out, does not start', async () => {
  const listener = await bindRpc({ host: '127.0.0.1', port: 0 })
  const answer = () => ({})
  const start = (...names: string[]) =>
    serveRpc(listener, {
      services: [
        {
          name: 'latchkey.greeter.v1.GreeterService',
          file: 'latchkey/greeter/v1/greeter.proto',
          rpcs: Object.fromEntries(names.map((name) => [name, { kind: 'unary', answer }])),
        },
      ],
      routes: [],
      serviceTokens: [],
      isHealthy: async () => true,
      trustedProxies: [],
      log: createLog('silent'),
    })
  const all = ['SayHello', 'SayHelloStream', 'GreetMany', 'Chat']
  assert.throws(() => start(...all.slice(1)), /SayHello/)
  assert.throws(() => start(...all, 'SayGoodbye'), /SayGoodbye/)
  await listener.close()
})

const closing = (client: Client) => ({ client, [Symbol.dispose]: () => client.close() })

/** Sends an empty message to a gRPC method, with or without streams. Returns the status code of the reply. */
function codeOf(client: Client, path: string): Promise<number> {
  const bytes = (message: Buffer) => message
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      path,
      bytes,
      bytes,
      Buffer.alloc(0),
      { deadline: Date.now() + 60_000 },
      (error: ServiceError | null) => resolve(error?.code ?? status.OK),
    )
  })
}
