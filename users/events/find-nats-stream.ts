import { toError } from '#runtime/log/thrown.ts'
import type { NatsOptions } from './publish-to-nats.ts'

/**
 * Connects to NATS as a publisher does, and asks which JetStream stream stores the events. Returns its name; `none` when there is
 * no such stream; `unknown` when these credentials may publish but not ask. It publishes nothing.
 * @throws {Error} when there is no connection
 */
export async function findNatsStream({
  servers,
  subjectPrefix,
  timeoutMs,
}: Pick<NatsOptions, 'servers' | 'subjectPrefix'> & { timeoutMs: number }): Promise<
  { stream: string } | 'none' | 'unknown'
> {
  const { connect } = await import('@nats-io/transport-node')
  const { jetstreamManager } = await import('@nats-io/jetstream')
  const connection = await connect({
    ...servers,
    name: 'latchkey doctor',
    timeout: timeoutMs,
    reconnect: false,
  })
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: timeoutMs })
    return { stream: await manager.streams.find(`${subjectPrefix}.user.created`) }
  } catch (error) {
    // The library does not export the classes of these errors.
    const { name } = toError(error)
    if (/^(StreamNotFoundError|JetStreamNotEnabled)$/.test(name)) return 'none'
    if (/^(PermissionViolationError|TimeoutError)$/.test(name)) return 'unknown'
    throw error
  } finally {
    await connection.close()
  }
}
