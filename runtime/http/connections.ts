import type { Socket, Server as TcpServer } from 'node:net'
import { networkBuckets } from '../network.ts'

export interface ConnectionBounds {
  /** The maximum number of open connections of all clients together. */
  max: number
  /**
   * The maximum number of open connections of one client, which is an IPv4 address or an IPv6 /64. A /48 may
   * have ten times as many.
   */
  maxOfNetwork: number
  /** The number of connections out of `max` that uncounted clients cannot use. */
  reserved: number
}

export interface ConnectionOptions {
  bounds?: Partial<ConnectionBounds>
  /**
   * True for an uncounted client, whose connections have no limit of their own: a proxy with many clients
   * behind it, or this machine.
   */
  isUncounted?(address: string): boolean
  /** Reports that a connection was closed because a limit was reached: that of its network, or that of all connections. */
  onBound?(bound: 'network' | 'all'): void
}

const usualBounds: ConnectionBounds = { max: 10_000, maxOfNetwork: 1_000, reserved: 500 }

/**
 * Bounds the connections of a port so that no client shuts out the others. One network has at most a tenth of them. When all are
 * in use, the network with the most connections loses its oldest one, so that a client with few connections can always connect.
 * Uncounted clients lose no connection and other clients cannot keep them out, but `reserved` connections are not for them.
 */
export function boundConnections(
  server: TcpServer,
  { bounds, isUncounted = () => false, onBound = () => {} }: ConnectionOptions = {},
): void {
  const { max, maxOfNetwork, reserved } = { ...usualBounds, ...bounds }
  const networks = new Map<string, Set<Socket>>()
  let open = 0
  let uncounted = 0
  const refuse = (socket: Socket, bound: 'network' | 'all') => {
    socket.destroy()
    onBound(bound)
  }
  const count = (socket: Socket, keys: string[]) => {
    open++
    if (keys.length === 0) uncounted++
    for (const key of keys) {
      const known = networks.get(key) ?? new Set()
      networks.set(key, known.add(socket))
    }
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      open--
      if (keys.length === 0) uncounted--
      for (const key of keys) {
        const rest = networks.get(key)
        rest?.delete(socket)
        if (rest?.size === 0) networks.delete(key)
      }
    }
  }
  const forget = new WeakMap<Socket, () => void>()
  const sizeOf = (key: string) => networks.get(key)?.size ?? 0
  /**
   * Makes room for a new connection by closing the oldest connection of the largest network. `keys` are the networks of the new
   * connection, the narrowest first.
   */
  const makeRoom = (keys: string[]): boolean => {
    let largest = new Set<Socket>()
    for (const sockets of networks.values()) if (sockets.size > largest.size) largest = sockets
    // The new connection is refused if its own network would then be the largest. If the largest network
    // contains the new address, its narrowest network is compared with it, otherwise its widest.
    const isOwn = keys.some((key) => networks.get(key) === largest)
    const wanted = keys.length === 0 ? 0 : sizeOf((isOwn ? keys.at(0) : keys.at(-1)) ?? '') + 1
    if (largest.size <= wanted) return false
    const [oldest] = largest
    if (oldest) {
      forget.get(oldest)?.()
      refuse(oldest, 'all')
    }
    return true
  }

  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isUncounted(address)) {
      const hasRoom = uncounted < max - reserved && (open < max || makeRoom([]))
      if (!hasRoom) return refuse(socket, 'all')
      forget.set(socket, count(socket, []))
    } else {
      const buckets = networkBuckets(address)
      if (buckets.some(({ key, room }) => sizeOf(key) >= maxOfNetwork * room))
        return refuse(socket, 'network')
      const keys = buckets.map(({ key }) => key)
      if (open >= max && !makeRoom(keys)) return refuse(socket, 'all')
      forget.set(socket, count(socket, keys))
    }
    socket.once('close', () => forget.get(socket)?.())
  })
}
