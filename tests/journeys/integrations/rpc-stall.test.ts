import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '#contract/declaration/endpoint.ts'
import { object, string } from '#contract/declaration/schema.ts'
import { route } from '#runtime/requests/route.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { startGreeter } from '#tests/support/greeter-server.ts'
import type { RpcClient, RpcRefusal } from '#tests/support/rpc-client.ts'
import { until } from '#tests/support/until.ts'

const stalledLoopMs = 400

/** Starts a greeter whose `SayHello` is answered by an endpoint with this method. */
async function startGreeterWith(method: 'GET' | 'POST') {
  const greet = endpoint({
    name: 'greet',
    method,
    paths: ['/greet'],
    access: 'anyone',
    tag: 'test',
    summary: 'Greets',
    success: 200,
    failures: [],
    reply: object({ greeting: string() }, { title: 'Greeting' }),
  })
  let greeted = 0
  const greetedOne = route(greet, () => {
    greeted++
    return { greeting: 'Hello' }
  })
  const toReply = ({ greeting }: { greeting: string }) => ({ greeting })
  const sayHello = endpointRpc(greet, { toInput: () => ({}), toReply })
  const started = await startGreeter(
    { stalledLoopMs },
    { rpcs: { SayHello: sayHello }, routes: [greetedOne] },
  )
  return Object.assign(started, { greeted: () => greeted })
}

/** Sends a call and keeps this process from running until it has waited for longer than the limit. */
async function callAndStandStill({ call }: RpcClient): Promise<'answered' | RpcRefusal> {
  const answered = call('SayHello').then(
    () => 'answered' as const,
    (refusal: RpcRefusal) => refusal,
  )
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stalledLoopMs * 1.5)
  return answered
}

test('a call that waited while the process stood still is UNAVAILABLE when it changes something, and soon served again', async () => {
  await using server = await startGreeterWith('POST')
  await server.greeter.call('SayHello')
  const served = server.greeted()
  let answered = 0
  let refusal: RpcRefusal | undefined
  // On a busy machine a call may be read so late after the pause that it counts as a new one.
  await until('a refusal', async () => {
    const outcome = await callAndStandStill(server.greeter)
    if (outcome === 'answered') answered++
    else refusal = outcome
    return refusal !== undefined
  })
  assert.deepEqual([refusal?.code, refusal?.reason], [14, 'not_ready'])
  assert.equal(server.greeted(), served + answered, 'nothing was done')
  await until('that it serves again', () =>
    server.greeter.call('SayHello').then(
      () => true,
      () => false,
    ),
  )
})

test('a call that only reads is answered, however long it waited while the process stood still', async () => {
  await using server = await startGreeterWith('GET')
  await server.greeter.call('SayHello')
  for (let times = 0; times < 3; times++) assert.equal(await callAndStandStill(server.greeter), 'answered')
})
