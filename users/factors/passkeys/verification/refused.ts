import { Failure } from '#contract/declaration/failures.ts'

/** Refuses a passkey. The reason is for the log only: to the caller every refusal looks the same. */
export const refused = (reason: string, cause?: unknown): Failure =>
  new Failure('passkey_invalid', { cause: new Error(reason, { cause }) })
