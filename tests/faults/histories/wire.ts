import { setTimeout as sleep } from 'node:timers/promises'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import type { Random } from '../random.ts'

/** The ways in which a wire fails. */
export const wireFaults = ['closed', 'silent', 'replies lost'] as const
export type WireFault = (typeof wireFaults)[number]

/** A TCP connection between two parts that can fail. */
export interface Wire extends AsyncDisposable {
  /** The URL that goes through the wire. */
  url: string
  /**
   * Makes the wire fail for a while. `closed`: connections are closed, and new ones too. `silent`: nothing passes, and nothing is
   * closed before the end. `replies lost`: each connection passes its request on and is closed instead of returning the reply, at
   * random.
   */
  fail(how: WireFault, ms: number): Promise<void>
}

export async function startWire(target: string, random: Random): Promise<Wire> {
  let failing: WireFault | undefined
  const proxy = await startProxy(target, (sent, link) => {
    if (failing === 'closed') {
      link.cut()
      return undefined
    }
    if (failing === 'replies lost' && random.below(2) === 0) link.cutAtAnswer()
    return sent
  })
  return {
    url: proxy.url,
    async fail(how, ms) {
      failing = how
      if (how === 'silent') proxy.freeze()
      if (how === 'closed') proxy.cut()
      await sleep(ms)
      failing = undefined
      if (how !== 'silent') return
      // What was swallowed is lost, so these connections cannot go on.
      proxy.cut()
      proxy.thaw()
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}
