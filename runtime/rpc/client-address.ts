import type { Metadata } from '@grpc/grpc-js'
import { clientFinder, proxyFinder } from '../http/proxy.ts'
import type { PassedOnBy } from '../requests/route.ts'

/** Returns a function that finds the address of a client and its proxy as for HTTP, with the same trusted proxies. */
export function clientOf(
  trustedProxies: readonly string[],
): (
  call: { metadata: Metadata; getPeer(): string },
  sent: Record<string, string>,
) => { address: string; passedOnBy: PassedOnBy } {
  const findClient = clientFinder(trustedProxies)
  const findProxy = proxyFinder(trustedProxies)
  return (call, sent) => {
    const peerAddress = call
      .getPeer()
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '')
    const passedOnBy = findProxy(sent, peerAddress)
    if (sent['x-forwarded-for'] === undefined) return { address: peerAddress, passedOnBy }
    return { address: findClient(call.metadata.get('x-forwarded-for').join(', '), peerAddress), passedOnBy }
  }
}
