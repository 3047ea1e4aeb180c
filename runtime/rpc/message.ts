import type { MethodDefinition, ServiceDefinition } from '@grpc/proto-loader'
import { Failure } from '#contract/declaration/failures.ts'
import { malformed, requireText } from './text.ts'

/** A message that is not decoded yet. It is decoded after its sender is admitted. */
export interface Received {
  /**
   * Decodes the message.
   * @throws {Failure} `body_too_large`, `malformed_request`
   */
  read(): object
}

export const maxMessageBytes = 64 * 1024

/** Makes the methods of a service hand over messages that are not decoded yet. */
export function receiving(methods: ServiceDefinition): ServiceDefinition {
  const entries = Object.entries(methods).map(([name, method]) => {
    const requestDeserialize = (bytes: Buffer): Received => ({ read: () => read(method, bytes) })
    return [name, { ...method, requestDeserialize }] as const
  })
  return Object.fromEntries(entries)
}

function read(method: MethodDefinition<object, object>, bytes: Buffer): object {
  if (bytes.length > maxMessageBytes) throw new Failure('body_too_large')
  try {
    const message = method.requestDeserialize(bytes)
    requireText(message, bytes)
    return message
  } catch (cause) {
    throw cause instanceof Failure ? cause : malformed({ cause })
  }
}
