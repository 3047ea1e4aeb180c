import type { Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import type { FileReply } from '#runtime/requests/route.ts'
import type { CallInput } from '#sdk/call.ts'

/**
 * The endpoints of both services, as a command calls them: on the databases themselves, or over HTTP. Each command is written once,
 * and does the same either way.
 */
export interface Api {
  /** Calls an endpoint. @throws {Failure} as the service would answer it */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>>
  /**
   * Returns whether a call has ended sessions of a user that have not ended everywhere yet, because the authentication service has
   * not confirmed it.
   */
  areSessionsPending(): boolean
  /** Begins to read a file. @throws {Failure} as the service would answer it */
  download<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<FileReply>
}
