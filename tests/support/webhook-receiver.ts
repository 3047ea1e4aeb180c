import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: the event is whatever was sent, and the tests check it.
  event: any
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string
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
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await text(incoming)
    const request = { path: incoming.url ?? '', headers: incoming.headers, body, event: JSON.parse(body) }
    requests.push(request)
    receiver.answer(request, response)
  }
  const server = createServer((incoming, response) => void handle(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    types: (path) => requests.filter((one) => !path || one.path === path).map(({ event }) => event.type),
    answer: (_request, response) => void response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
