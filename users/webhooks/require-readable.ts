import type { Scope } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'

/**
 * Requires the right to read the events that a webhook asks for, because it passes them on to its maker. Events about webhooks
 * themselves need only `webhooks:write`. `pointer` is the field of the request that an error names.
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
