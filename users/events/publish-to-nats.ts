import type { NatsConnection } from '@nats-io/transport-node'
import { type Clock, toRfc3339 } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { startReading } from '#runtime/events/event-reader.ts'
import type { Log } from '#runtime/log/log.ts'
import { toError } from '#runtime/log/thrown.ts'
import type { Loop } from '#runtime/loop.ts'
import type { NatsServers } from './settings.ts'

export interface NatsOptions {
  servers: NatsServers
  /** The first part of the NATS subject of every event: `latchkey.events` makes `latchkey.events.user.created`. */
  subjectPrefix: string
  /** The CloudEvents source: the URL of the authentication service, or a value set in its place. */
  source: string
}

/** The timeout in milliseconds for a connection, and for the broker's acknowledgement of an event. */
const patienceMs = 5_000

/**
 * Publishes every event to JetStream from now on, in order and at least once, until it is stopped. Each event waits for the
 * acknowledgement of the one before. If an acknowledgement is missing, its event and all later ones are published again, so that
 * the order is kept.
 */
export function startPublishing(
  events: { db: Database; clock: Clock; log: Log },
  options: NatsOptions,
): Loop {
  let connection: NatsConnection | undefined
  async function deliver(page: LoggedEvent[]): Promise<void> {
    try {
      // The library's own reconnect is off: it would buffer what is published meanwhile, and send it in addition to our retries.
      if (!connection || connection.isClosed()) connection = await connect(options)
      for (const event of page) await publish(connection, event, options)
    } catch (error) {
      await connection?.close()
      throw error
    }
  }
  const loop = startReading({
    ...events,
    name: 'nats',
    begins: 'with what comes',
    batchSize: 100,
    deliver,
  })
  return {
    async stop() {
      const stopped = loop.stop()
      // An event without acknowledgement is published again after a restart, so stopping need not wait for it.
      await connection?.close()
      await stopped
      await connection?.close()
    },
  }
}

/**
 * Opens a connection. The library is loaded at this point, so that services without NATS start without it.
 */
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
    // The broker drops duplicates by this id.
    await jetstream(connection).publish(subject, body, {
      msgID: event.id,
      headers: head,
      timeout: patienceMs,
    })
  } catch (cause) {
    // This error means that no stream captures the subject. The library does not export its class.
    if (toError(cause).name !== 'JetStreamNotEnabled') throw cause
    throw new Error(
      `No stream of JetStream takes ${subject}: make one with the subjects ${options.subjectPrefix}.>`,
      { cause },
    )
  }
}

/** Converts an event to CloudEvents 1.0 (JSON format, structured mode). */
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
