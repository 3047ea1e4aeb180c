import type { Socket, Server as TcpServer } from 'node:net'
import { networkBuckets } from '../network.ts'

export interface ConnectionBounds {
  /** Open at once, from everywhere. */
  max: number
  /** Of these, those of one client: of one IPv4 address or IPv6 /64. A /48 has ten times the room. */
  maxOfNetwork: number
  /** How many of all are kept from clients that are not counted. */
  reserved: number
}

export interface ConnectionOptions {
  bounds?: Partial<ConnectionBounds>
  /** Clients that are not counted by themselves: proxies that bring many people, and this machine. */
  isUncounted?(address: string): boolean
  /** Told when a connection was closed for a bound, of which kind. */
  onBound?(bound: 'network' | 'all'): void
}

const usualBounds: ConnectionBounds = { max: 10_000, maxOfNetwork: 1_000, reserved: 500 }

/**
 * Bounds the connections of a port so that no client shuts out the others. One network has a tenth of them at most. When
 * all are in use, the network that has the most loses its oldest one: whoever has few always gets in. Clients that are not
 * counted lose none and are not kept out by the others either; of their own connections they leave a reserve to the rest.
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
  /** The keys are those of the newcomer, the narrowest network first. */
  const makeRoom = (keys: string[]): boolean => {
    let largest = new Set<Socket>()
    for (const sockets of networks.values()) if (sockets.size > largest.size) largest = sockets
    // Whoever would then be the largest takes nothing from others: neither from those in a wider network of its own, where
    // its narrowest one counts, nor from another network, where its widest does.
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
