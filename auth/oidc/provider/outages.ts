import { type Adapter, errors } from 'oidc-provider'
import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'

/**
 * The error that tells a client that the database or the user service cannot be asked now, so that the client tries again (RFC
 * 6749 section 4.1.2.1).
 */
class Unavailable extends errors.OIDCProviderError {
  constructor(cause: Failure) {
    super(503, 'temporarily_unavailable', { cause })
    this.error_description = failures[cause.code].message
    // Without this, the library hides the description of errors with such a status.
    this.expose = true
  }
}

/**
 * Converts the failure of an outage to an error of the library, which tells clients to try again. Returns any other error
 * unchanged.
 */
export function toProviderError(error: unknown): unknown {
  return error instanceof Failure && failures[error.code].http >= 429 ? new Unavailable(error) : error
}

/** Makes an adapter that converts outages to errors of the library. */
export function answeringOutages(adapter: Adapter): Adapter {
  const answering =
    <Input extends unknown[], Output>(method: (...input: Input) => Promise<Output>) =>
    (...input: Input): Promise<Output> =>
      method(...input).catch((error: unknown) => {
        throw toProviderError(error)
      })
  return {
    upsert: answering(async (id: string, payload, seconds: number) => adapter.upsert(id, payload, seconds)),
    find: answering(async (id: string) => adapter.find(id)),
    findByUid: answering(async (uid: string) => adapter.findByUid(uid)),
    findByUserCode: answering(async (code: string) => adapter.findByUserCode(code)),
    consume: answering(async (id: string) => adapter.consume(id)),
    destroy: answering(async (id: string) => adapter.destroy(id)),
    revokeByGrantId: answering(async (id: string) => adapter.revokeByGrantId(id)),
  }
}
