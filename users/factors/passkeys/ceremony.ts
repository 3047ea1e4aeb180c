import { type Caller, callerId } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { type ChallengeUse, type OpenedChallenge, openChallenge } from '#runtime/challenge.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { warnOfFlood } from '#runtime/log/warn-of-flood.ts'
import type { Passkeys } from './passkey.ts'
import { readClientData } from './verification/client-data.ts'
import { refused } from './verification/refused.ts'

/** A challenge that was checked: its text, which the authenticator signed, and the data with which it is stored as used. */
export interface Answered {
  relyingParty: RelyingParty
  challenge: string
  opened: OpenedChallenge
}

/**
 * Returns the relying party that passkeys belong to.
 * @throws {Failure} `passkeys_off`
 */
export function requireRelyingParty({ relyingParty }: Passkeys): RelyingParty {
  if (!relyingParty) throw new Failure('passkeys_off')
  return relyingParty
}

/** Binds a challenge for a new passkey to the session that asked for it, so that no other session can use it. */
export const registrationOf = (caller: Caller): ChallengeUse => ({
  purpose: 'register',
  boundTo: `${callerId(caller)} ${caller.sessionId ?? ''}`,
})

/**
 * Reads the challenge in the reply of a browser, and requires that it is valid and was made for this use.
 * @throws {Failure} `passkey_invalid`, `passkeys_off`
 */
export function requireAnswer(
  users: Passkeys,
  clientDataJSON: string,
  { type, use }: { type: 'webauthn.create' | 'webauthn.get'; use: ChallengeUse },
): Answered {
  const relyingParty = requireRelyingParty(users)
  const { challenge } = readClientData(clientDataJSON, { type, relyingParty })
  const opened = openChallenge(users.challengeKeys, use, { challenge, now: users.clock.now() })
  if (!opened) throw refused('the challenge is forged, has expired, or was made for something else')
  return { relyingParty, challenge, opened }
}

/** Logs the reason when a passkey is refused, because the reply does not contain it, and throws the failure again. */
export async function loggingRefusals<T>(
  users: Passkeys,
  { purpose }: { purpose: string },
  ceremony: () => Promise<T>,
): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    if (error instanceof Failure && error.code === 'passkey_invalid')
      warnOfFlood(users.log, {
        line: { event: 'passkey.refused', purpose },
        first: { reason: messageOf(error.cause), err: error.cause },
        message: 'passkey refused',
        moreMessage: 'passkeys refused again',
        countedAs: 'refused',
      })
    throw error
  }
}
