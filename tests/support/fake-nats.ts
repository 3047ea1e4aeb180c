import { createServer, type Socket } from 'node:net'

export interface Published {
  subject: string
  id: string
  contentType: string
  // biome-ignore lint/suspicious/noExplicitAny: the body is whatever was published, and the tests check it.
  body: any
}

/**
 * The fate of a published message. `stored`: it is stored and acknowledged. For the other two the connection is closed
 * without an acknowledgement, after the message was stored or without storing it.
 */
export type Fate = 'stored' | 'stored unheard' | 'lost'

export interface FakeNats extends AsyncDisposable {
  url: string
  /** The messages that arrived completely, in order. */
  published: Published[]
  connections: number
}

/**
 * Starts a server with the part of NATS and JetStream that a publisher uses: INFO, CONNECT, PING, SUB, HPUB and acknowledgements.
 */
export async function startFakeNats(fateOf: (count: number) => Fate): Promise<FakeNats> {
  const published: Published[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let count = 0

  function serve(socket: Socket): void {
    connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const info = { server_id: 'x', version: '2.12.0', proto: 1, headers: true, max_payload: 1_048_576 }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    let inbox = ''
    let waiting: Buffer = Buffer.alloc(0)
    const take = (line: string, rest: Buffer): Buffer | undefined => {
      const [verb, ...words] = line.split(' ')
      if (verb === 'PING') socket.write('PONG\r\n')
      if (verb === 'SUB') inbox = words.at(-1) ?? ''
      if (verb !== 'HPUB') return rest
      const [subject = '', reply = '', headBytes, allBytes] = words
      const length = Number(allBytes)
      if (rest.length < length + 2) return undefined
      const head = rest.subarray(0, Number(headBytes)).toString()
      const header = (name: string) => new RegExp(`^${name}: *(.*?)\\r$`, 'im').exec(head)?.[1] ?? ''
      const fate = fateOf(++count)
      if (fate !== 'lost') {
        const body = JSON.parse(rest.subarray(Number(headBytes), length).toString())
        published.push({ subject, id: header('Nats-Msg-Id'), contentType: header('content-type'), body })
      }
      if (fate === 'stored') {
        const ack = JSON.stringify({ stream: 'events', seq: published.length })
        socket.write(`MSG ${reply} ${inbox} ${ack.length}\r\n${ack}\r\n`)
      } else socket.destroy()
      return rest.subarray(length + 2)
    }
    socket.on('data', (part) => {
      waiting = Buffer.concat([waiting, part])
      for (let end = waiting.indexOf('\r\n'); end !== -1; end = waiting.indexOf('\r\n')) {
        const rest = take(waiting.subarray(0, end).toString(), waiting.subarray(end + 2))
        if (!rest) return
        waiting = rest
      }
    })
  }

  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `nats://127.0.0.1:${(server.address() as { port: number }).port}`,
    published,
    get connections() {
      return connections
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
