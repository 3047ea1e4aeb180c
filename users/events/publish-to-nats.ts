import type { NatsConnection } from '@nats-io/transport-node'
import { type Clock, toRfc3339 } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { startReading } from '#runtime/events/event-reader.ts'
import type { Log } from '#runtime/log.ts'
import type { Loop } from '#runtime/loop.ts'
import type { NatsServers } from './nats-settings.ts'

export interface NatsOptions {
  servers: NatsServers
  /** Before the type: `latchkey.events` makes `latchkey.events.user.created`. */
  subjectPrefix: string
  /** Who tells it, as a URL: that of the authentication service, or what stands in its place. */
  source: string
}

/** For a connection, and for the broker to have an event safely. */
const patienceMs = 5_000

/**
 * Publishes every event to JetStream from now on, in order and at least once, until it is stopped. The next goes out when the
 * one before is acknowledged: if it is not, nothing has overtaken it, and all from there on come again.
 */
export function startPublishing(
  events: { db: Database; clock: Clock; log: Log },
  options: NatsOptions,
): Loop {
  let connection: NatsConnection | undefined
  async function deliver(page: LoggedEvent[]): Promise<void> {
    try {
      // A lost one is not mended by the library, which would keep what is published meanwhile, and send it again and again.
      if (!connection || connection.isClosed()) connection = await connect(options)
      for (const event of page) await publish(connection, event, options)
    } catch (error) {
      await connection?.close()
      throw error
    }
  }
  const loop = startReading({
    ...{ ...events, name: 'nats', begins: 'with what comes', batchSize: 100 },
    deliver,
  })
  return {
    async stop() {
      const stopped = loop.stop()
      // What waits for an acknowledgement need not be waited for: it comes again.
      await connection?.close()
      await stopped
      await connection?.close()
    },
  }
}

/** The library is loaded with the first event, not with the service. */
async function connect({ servers }: NatsOptions): Promise<NatsConnection> {
  const { connect: open } = await import('@nats-io/transport-node')
  return open({ ...servers, name: 'latchkey', timeout: patienceMs, reconnect: false })
}

async function publish(connection: NatsConnection, event: LoggedEvent, options: NatsOptions): Promise<void> {
  const { headers } = await import('@nats-io/transport-node')
  const { jetstream } = await import('@nats-io/jetstream')
  const subject = `${options.subjectPrefix}.${event.type}`
  const head = headers()
  head.set('content-type', 'application/cloudevents+json')
  const body = JSON.stringify(toCloudEvent(event, options.source))
  try {
    // The broker drops what it has had under the same id.
    await jetstream(connection).publish(subject, body, {
      ...{ msgID: event.id, headers: head, timeout: patienceMs },
    })
  } catch (cause) {
    // What nobody answers no stream takes. The class is not exported.
    if ((cause as Error).name !== 'JetStreamNotEnabled') throw cause
    throw new Error(
      `No stream of JetStream takes ${subject}: make one with the subjects ${options.subjectPrefix}.>`,
      { cause },
    )
  }
}

/** CloudEvents 1.0, JSON format, structured mode. */
const toCloudEvent = ({ id, type, subject, data, at }: LoggedEvent, source: string) => ({
  specversion: '1.0',
  id,
  source,
  type,
  ...(subject === null ? {} : { subject }),
  time: toRfc3339(at),
  datacontenttype: 'application/json',
  data,
})
