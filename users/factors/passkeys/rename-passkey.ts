import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Passkey, Passkeys } from './passkey.ts'
import { renamePasskeyOf } from './passkey-store.ts'

/** Gives a passkey of the caller another name. @throws {Failure} `forbidden`, `factor_not_found` */
export async function renamePasskey(
  users: Passkeys,
  { userId, caller, id, name }: { userId: string; caller: Caller; id: string; name: string },
): Promise<Passkey> {
  if (caller.userId !== userId) throw new Failure('forbidden')
  const renamed = await renamePasskeyOf(users.db, { id, userId, name })
  if (!renamed) throw new Failure('factor_not_found')
  return renamed
}
