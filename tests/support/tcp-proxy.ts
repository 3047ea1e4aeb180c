import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  /** The URL that reaches the database through the proxy. */
  url: string
  /** Closes every open connection. */
  cut(): void
  /** Makes the proxy swallow all traffic and close nothing, as a broken network does. */
  freeze(): void
  /** Returns what clients have sent since `freeze` on connections that were open before. */
  swallowed(): Buffer[]
  thaw(): void
}

export interface Link {
  cut(): void
  /** Passes the request on to the server, and closes the connection instead of returning the reply. */
  cutAtAnswer(): void
}

/**
 * Starts a TCP proxy before a server. `onSent` receives what a client sends, and returns what is passed on. `localAddress` is the
 * address from which the proxy connects.
 */
export async function startProxy(
  target: string,
  onSent: (sent: Buffer, link: Link) => Buffer | undefined = (sent) => sent,
  localAddress?: string,
): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const links = new Set<() => void>()
  let isFrozen = false
  let swallowed: Buffer[] = []
  const server = createServer((client) => {
    const behind = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) })
    const cut = () => {
      client.destroy()
      behind.destroy()
      links.delete(cut)
    }
    links.add(cut)
    let answer: (data: Buffer) => void = (data) => client.write(data)
    const link = {
      cut,
      cutAtAnswer() {
        answer = cut
      },
    }
    const isNew = isFrozen
    client.on('data', (data) => {
      if (isFrozen && !isNew) swallowed.push(data)
    })
    pass(client, (data) => {
      const passed = onSent(data, link)
      if (passed && !behind.destroyed) behind.write(passed)
    })
    pass(behind, (data) => answer(data))
    function pass(from: Socket, on: (data: Buffer) => void): void {
      from.on('data', (data) => {
        if (!isFrozen) on(data)
      })
      from.on('close', cut).on('error', cut)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(own) }).href,
    cut() {
      for (const cut of links) cut()
    },
    freeze() {
      isFrozen = true
      swallowed = []
    },
    swallowed: () => swallowed,
    thaw() {
      isFrozen = false
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      const closed = once(server.close(), 'close')
      for (const cut of links) cut()
      await closed
    },
  }
}
