import assert from 'node:assert/strict'
import { test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { type RpcClient, rpcClient, toRefusal } from '#tests/rpc-client.ts'
import { startSystem } from '#tests/system.ts'

const greeterAt = (address: string): RpcClient => rpcClient(address, 'latchkey.greeter.v1.GreeterService')

interface Heard {
  messages: { number: number }[]
  refusal: (Error & { code: number; reason: string | undefined }) | undefined
}

/** Everything up to the end of a stream, and how that was. */
async function hear(stream: AsyncIterable<{ number: number }>): Promise<Heard> {
  const messages: { number: number }[] = []
  try {
    for await (const message of stream) messages.push(message)
    return { messages, refusal: undefined }
  } catch (error) {
    return { messages, refusal: toRefusal(error as never) }
  }
}

test('a stream whose message is refused ends with the reason, in each of the ways that gRPC has', async () => {
  await using system = await startSystem()
  using greeter = greeterAt(system.usersGrpc)
  const deadline = () => ({ deadline: Date.now() + 5_000 })
  const invalid = { code: status.INVALID_ARGUMENT, reason: 'invalid_request' }
  await assert.rejects(greeter.call('SayHello', { name: '' }, deadline()), { ...invalid, fields: ['name'] })
  await assert.rejects(greeter.upload('GreetMany', [{ name: 'Ada' }, { name: '' }], deadline()), invalid)
  const { refusal } = await hear(greeter.open('SayHelloStream', { name: 'Ada', count: 1_001 }, deadline()))
  assert.deepEqual([refusal?.code, refusal?.reason], [invalid.code, invalid.reason])
  const chat = greeter.converse('Chat', deadline())
  for (const text of ['one', 'two', '']) chat.write({ text })
  const heard = await hear(chat)
  assert.deepEqual(
    heard.messages.map(({ number }) => number),
    [1, 2],
  )
  assert.deepEqual([heard.refusal?.code, heard.refusal?.reason], [invalid.code, invalid.reason])
})
