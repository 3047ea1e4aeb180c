import type { Caller, SignedInCaller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { countActOnOtherEndpoint, findOwnFactorsEndpoint } from '#contract/sign-in/own-factors.ts'
import type { Auth } from './auth.ts'

/**
 * Requires a login or a step-up within the last five minutes, with every factor that a login of the user asks for. The
 * user service knows the factors of a user, so it decides, by the same rule as for its own routes. API keys and
 * operators pass, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export async function requireRecentLogin(
  { users }: { users: Pick<Auth['users'], 'ask'> },
  caller: Caller,
): Promise<void> {
  if (caller.userId === undefined) return
  const own = await users.ask(findOwnFactorsEndpoint, proverOf(caller)).catch(asEnded)
  if (own.is_proof_fresh) return
  const hasSecondFactor = own.factors.totp !== null || own.passkeys.length > 0
  throw new Failure('reauthentication_required', hasSecondFactor ? { acr: 'aal2' } : {})
}

/**
 * Counts that a caller ends the sessions of another user, by the same rate limit as the actions in the user service
 * that lock other users out: without a recent login, a session may do ten of them at once, and then one every six
 * minutes. API keys and operators are not counted, because they cannot log in.
 * @throws {Failure} `reauthentication_required`
 */
export async function countActOnOther(
  { users }: { users: Pick<Auth['users'], 'ask'> },
  { caller, userId }: { caller: Caller; userId: string },
): Promise<void> {
  if (caller.userId === undefined || caller.userId === userId) return
  await users.ask(countActOnOtherEndpoint, proverOf(caller)).catch(asEnded)
}

const proverOf = (caller: SignedInCaller) => ({
  user_id: caller.userId,
  session_id: caller.sessionId,
  authenticated_at: caller.authenticatedAt,
  acr: caller.acr,
  amr: [...caller.amr],
})

/** Converts the failure for a user who was deleted during the request: such a user has no session any more. */
function asEnded(error: unknown): never {
  if (error instanceof Failure && error.code === 'user_not_found')
    throw new Failure('session_ended', { reason: 'user_deleted' })
  throw error
}
