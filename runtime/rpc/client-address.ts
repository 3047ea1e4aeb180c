import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Metadata } from '@grpc/grpc-js'
import { proxyFinder } from '../http/proxy.ts'
import type { PassedOnBy } from '../route.ts'

/** Returns a function that finds the address of a client and its proxy as for HTTP, with the same library and trusted proxies. */
export function clientOf(
  trustedProxies: readonly string[],
): (
  call: { metadata: Metadata; getPeer(): string },
  sent: Record<string, string>,
) => { address: string; passedOnBy: PassedOnBy } {
  const trusts = proxyAddr.compile([...trustedProxies])
  const findProxy = proxyFinder(trustedProxies)
  return (call, sent) => {
    const remoteAddress = call
      .getPeer()
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '')
    const passedOnBy = findProxy(sent, remoteAddress)
    if (sent['x-forwarded-for'] === undefined) return { address: remoteAddress, passedOnBy }
    const headers = { 'x-forwarded-for': call.metadata.get('x-forwarded-for').join(', ') }
    const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage
    return { address: proxyAddr(request, trusts), passedOnBy }
  }
}
