import { type EventEmitter, once } from 'node:events'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { overloaded } from '../limits/overloaded.ts'

/** Waits until a client has read what was written, and disconnects a client that does not. */
export async function drained(
  call: EventEmitter,
  ended: AbortController,
  { stalledMs }: { stalledMs: number },
): Promise<void> {
  const stalled = setTimeout(() => {
    ended.abort(overloaded('rpc_replies'))
    reset(call)
  }, stalledMs)
  try {
    await once(call, 'drain', { signal: ended.signal })
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    clearTimeout(stalled)
  }
}

/**
 * Disconnects a client that does not read the rest of a call that has ended: the library would wait for it
 * for ever.
 */
export function cutUntaken(
  call: EventEmitter & { cancelled: boolean },
  { stalledMs }: { stalledMs: number },
): void {
  if (call.cancelled) return
  const stalled = setTimeout(reset, stalledMs, call).unref()
  call.once('cancelled', () => clearTimeout(stalled))
}

/**
 * Closes the stream of a call without a status. A client that reads nothing would not read the status either.
 */
export function reset(call: object): void {
  const { stream } = (call as unknown as { call: { stream: ServerHttp2Stream } }).call
  stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
}
