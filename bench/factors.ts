import type { UserResource } from '#contract/users/user.ts'
import { newId } from '#runtime/ids.ts'
import { SoftPasskey } from '#tests/support/authenticator.ts'
import { sealFactor } from '#users/factors/core/factor-secrets.ts'
import { userHandleOf } from '#users/factors/passkeys/user-handle.ts'
import {
  newRecoveryCodes,
  newRecoveryKey,
  recoveryCodeMac,
} from '#users/factors/recovery-codes/recovery-code.ts'
import { newTotpSecret, stepAt, totpCode } from '#users/factors/totp/totp.ts'
import type { FactorRows } from './population.ts'

export interface Apps {
  rows: FactorRows
  /** Returns the code that every app shows now. */
  code(): string
}

/**
 * Gives an authenticator app and recovery codes to each user for whose number `hasOne` returns true. All apps have the same
 * secret, so that one code is valid for each of these users, and each of them can use it once.
 */
export function newApps(hasOne: (number: number) => boolean): Apps {
  const secret = newTotpSecret()
  const recoveryKey = newRecoveryKey()
  const macs = newRecoveryCodes().map((code) => recoveryCodeMac(recoveryKey, code))
  return {
    *rows(people, { masterKey, now }) {
      const owners = people.filter((_, number) => hasOne(number))
      const sealing = { secrets: { masterKeys: [masterKey] } }
      for (const { id: userId } of owners) {
        const sealed = sealFactor(sealing, { kind: 'totp secret', userId }, secret)
        yield { type: 'totp_factor', user_id: userId, secret: sealed, last_step: 0, added_at: now }
      }
      for (const { id: userId } of owners) {
        const key = sealFactor(sealing, { kind: 'recovery key', userId }, recoveryKey)
        yield { type: 'recovery_codes', user_id: userId, key, macs, made_at: now }
      }
    },
    code: () => totpCode(secret, stepAt(Date.now())),
  }
}

export interface Passkeys {
  rows: FactorRows
  /** Returns the passkey of a user who has one. */
  of(user: UserResource): SoftPasskey
}

/** Gives a software passkey to each user for whose number `hasOne` returns true. Its signature counter is always zero. */
export function newPasskeys(hasOne: (number: number) => boolean): Passkeys {
  const made = new Map<string, SoftPasskey>()
  return {
    *rows(people, { now }) {
      for (const { id: userId } of people.filter((_, number) => hasOne(number))) {
        const passkey = new SoftPasskey({ userHandle: userHandleOf(userId) })
        made.set(userId, passkey)
        yield {
          type: 'passkey',
          id: newId(now),
          credential_id: passkey.credentialId,
          user_id: userId,
          public_key: passkey.cose.toString('base64url'),
          counter: 0,
          is_synced: false,
          aaguid: '00000000-0000-0000-0000-000000000000',
          transports: ['internal'],
          name: 'Laptop',
          added_at: now,
          added_by_session: '',
          last_used_at: null,
          suspect_at: null,
        }
      }
    },
    of({ id }) {
      const passkey = made.get(id)
      if (!passkey) throw new Error('This user has no passkey.')
      return passkey
    },
  }
}
