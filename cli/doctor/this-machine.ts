import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { isLoopback } from '#runtime/network.ts'

/** Checks whether a host leads to this machine: to loopback, or to an address of one of its network interfaces. */
export async function isThisMachine(host: string): Promise<boolean> {
  if (isLoopback(host)) return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return found.some(({ address }) => isLoopback(address) || own.some((one) => one.address === address))
}
