import type { MethodDefinition, ServiceDefinition } from '@grpc/proto-loader'
import { Failure } from '#contract/failures.ts'
import { malformed, requireText } from './text.ts'

/** A message as it arrived. Not looked at before it is known who may send it. */
export interface Received {
  /** @throws {Failure} `body_too_large`, `malformed_request` */
  read(): never
}

export const maxMessageBytes = 64 * 1024

/** The same methods, with messages that wait to be read. */
export function receiving(methods: ServiceDefinition): ServiceDefinition {
  const entries = Object.entries(methods).map(([name, method]) => {
    const requestDeserialize = (bytes: Buffer): Received => ({ read: () => read(method, bytes) })
    return [name, { ...method, requestDeserialize }]
  })
  return Object.fromEntries(entries) as ServiceDefinition
}

function read(method: MethodDefinition<object, object>, bytes: Buffer): never {
  if (bytes.length > maxMessageBytes) throw new Failure('body_too_large')
  try {
    const message = method.requestDeserialize(bytes)
    requireText(message, bytes)
    return message as never
  } catch (cause) {
    throw cause instanceof Failure ? cause : malformed({ cause })
  }
}
