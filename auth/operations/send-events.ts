import { Failure } from '#contract/declaration/failures.ts'
import type { EventResource } from '#contract/events/events.ts'
import { tellEventsEndpoint } from '#contract/events/events.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { PublishedEvent } from '#runtime/events/event-log.ts'
import { queueDelivery, sink, Undeliverable } from '#runtime/events/outbox.ts'
import { deviceName } from '#runtime/requests/device-name.ts'
import type { UserDirectory } from '../core/user-directory.ts'

/** The name under which the outbox keeps the events that the user service has refused, to send them to it again. */
export const eventSink = sink<PublishedEvent>('users')

/** Sends events in order to the user service, which publishes the events of both services in one order for each user. */
export async function sendEvents(
  { db, users }: { db: Database; users: UserDirectory },
  events: PublishedEvent[],
): Promise<void> {
  try {
    await users.ask(tellEventsEndpoint, { events: await Promise.all(events.map(toResource)) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // An event that an older user service does not understand must not block all later ones.
    for (const event of events) await sendOrKeep({ db, users }, event)
  }
}

/**
 * Sends one event to the user service, or puts it into the outbox if it is refused. When the user service refuses it again, it
 * becomes a dead letter, which is not sent any more.
 */
async function sendOrKeep(
  { db, users }: { db: Database; users: UserDirectory },
  event: PublishedEvent,
): Promise<void> {
  try {
    await sendEvent({ users }, event)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const subject = event.subject ?? event.id
    await queueDelivery(db, { sink: eventSink, type: event.type, subject, payload: event, at: event.at })
  }
}

/**
 * Sends an event from the outbox to the user service again.
 * @throws {Undeliverable} when the user service refuses the event, because a retry would be refused too
 */
export async function redeliverEvent(
  { users }: { users: UserDirectory },
  event: PublishedEvent,
): Promise<void> {
  try {
    await sendEvent({ users }, event)
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    throw new Undeliverable('The user service does not understand it.', { cause })
  }
}

const sendEvent = async ({ users }: { users: UserDirectory }, event: PublishedEvent): Promise<void> =>
  users.ask(tellEventsEndpoint, { events: [await toResource(event)] })

const isRefusal = (error: unknown): boolean => error instanceof Failure && error.code === 'invalid_request'

/**
 * Converts an event to the form in which it is sent. The user agent is parsed here and not at login, where a client waits for the
 * reply.
 */
async function toResource({ id, type, subject, data, at }: PublishedEvent): Promise<EventResource> {
  return {
    id,
    type,
    timestamp: toRfc3339(at),
    user_id: subject,
    data: withDevices.has(type) ? await named(data) : data,
  }
}

const withDevices: ReadonlySet<string> = new Set(['session.created', 'device.remembered'])

const named = async (data: PublishedEvent['data']): Promise<PublishedEvent['data']> => ({
  ...data,
  device_name:
    data.device_name ?? (typeof data.user_agent === 'string' ? await deviceName(data.user_agent) : null),
})
