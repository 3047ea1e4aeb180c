import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts an application that receives logout tokens. While `state.isDown` is true, it answers 503. */
export async function logoutReceiver() {
  const told: Record<string, unknown>[] = []
  const state = { isDown: false, attempts: 0 }
  const server = createServer(async (request, response) => {
    state.attempts++
    let body = ''
    for await (const part of request) body += part
    if (state.isDown) return void response.writeHead(503).end()
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    told.push({ ...JSON.parse(claims ?? '{}'), header: JSON.parse(header ?? '{}'), token })
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`
  return { url, told, state, [Symbol.asyncDispose]: async () => void server.close() }
}
