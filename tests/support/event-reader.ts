import assert from 'node:assert/strict'
import { faultsOfEvent } from './documented-replies.ts'

export interface ReceivedEvent {
  event: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: the data is whatever was sent, and the tests check it.
  data: any
}

export interface EventReader extends AsyncDisposable {
  response: Response
  /** The events that have arrived so far. */
  events: ReceivedEvent[]
  /** Returns the latest `retry` of the stream: the milliseconds to wait before a reconnect. */
  retryMs(): number | undefined
  /** Resolves when the service has ended the stream. */
  ended: Promise<void>
}

/**
 * Reads server-sent events as they arrive, until the reader is disposed of. Checks each event against the OpenAPI
 * documents.
 */
export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const events: ReceivedEvent[] = []
  const faults: string[] = []
  let retryMs: number | undefined
  async function read(): Promise<void> {
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const { event, id, data, retry } = Object.fromEntries(
          block.split('\n').map((line) => line.split(/: (.*)/, 2)),
        )
        if (retry) retryMs = Number(retry)
        if (!event) continue
        const received = { event, id, data: JSON.parse(data) }
        events.push(received)
        faults.push(...faultsOfEvent(url, received))
      }
    }
  }
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  return {
    response,
    events,
    retryMs: () => retryMs,
    ended,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await ended
      assert.deepEqual(faults, [], 'an event that is not as the documents say')
    },
  }
}
