import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Metadata } from '@grpc/grpc-js'

/** The address of the client that HTTP would find: the same library, told the same. */
export function clientAddress(
  trustedProxies: readonly string[],
): (call: { metadata: Metadata; getPeer(): string }) => string {
  const trusts = proxyAddr.compile([...trustedProxies])
  return (call) => {
    const remoteAddress = call
      .getPeer()
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '')
    const forwarded = call.metadata.get('x-forwarded-for').join(', ')
    if (forwarded === '') return remoteAddress
    const headers = { 'x-forwarded-for': forwarded }
    return proxyAddr({ socket: { remoteAddress }, headers } as unknown as IncomingMessage, trusts)
  }
}
