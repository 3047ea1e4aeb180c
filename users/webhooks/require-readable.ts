import type { Scope } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/**
 * A webhook hands events to whoever made it, so that it needs what reading them needs. Only events about webhooks
 * themselves go with `webhooks:write`. `pointer` is where the request asks for the events.
 * @throws {Failure} `forbidden`
 */
export function requireReadable(
  eventTypes: readonly string[],
  { scopes, pointer }: { scopes: readonly Scope[]; pointer: string },
): void {
  if (scopes.includes('events:read') || eventTypes.every((type) => type.startsWith('webhook.'))) return
  const errors = [{ pointer, code: 'forbidden', detail: 'Events other than webhook.* need events:read.' }]
  throw new Failure('forbidden', { errors })
}
