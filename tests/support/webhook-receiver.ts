import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type LocalServer, startLocalServer } from './local-server.ts'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: the event is whatever was sent, and the tests check it.
  event: any
}

export interface WebhookReceiver extends LocalServer {
  /** The received requests in order. */
  requests: ReceivedRequest[]
  /** Returns the types of the received events, in order. */
  types(path?: string): string[]
  /** Replies to a request. The default is the status 204, and a test may replace it. */
  answer: (request: ReceivedRequest, response: ServerResponse) => void
}

/** Starts a server that receives webhooks, as the application of an operator does. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = []
  const server = await startLocalServer(async (incoming, response) => {
    const body = await text(incoming)
    const request = { path: incoming.url ?? '', headers: incoming.headers, body, event: JSON.parse(body) }
    requests.push(request)
    receiver.answer(request, response)
  })
  const receiver: WebhookReceiver = {
    ...server,
    requests,
    types: (path) => requests.filter((one) => !path || one.path === path).map(({ event }) => event.type),
    answer: (_request, response) => void response.writeHead(204).end(),
  }
  return receiver
}
