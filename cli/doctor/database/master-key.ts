import { join } from 'node:path'
import { findKeys } from '#auth/core/keys/signing-key-store.ts'
import type { Sql } from '#runtime/database/database.ts'
import { isSealedWith, keyFileOf } from '#runtime/sealing.ts'
import { masterKeysOf } from '../../settings/secrets.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment, Service } from '../deployment.ts'
import { inDatabases } from '../in-databases.ts'

/** The maximum number of secrets of one kind that are checked, because there may be millions. */
const sampleSize = 200

/** Checks whether the master key is the one with which the secrets in the databases are encrypted. */
export const masterKeyCheck: Check = {
  name: 'master key',
  async run(deployment) {
    const keys = masterKeysOf(deployment.settings)
    const [current] = keys
    let looked = 0
    const wrong = await inDatabases(deployment, async (db, service) => {
      const sealed = await sealedIn(db, service)
      looked += sealed.length
      return judge(sealed, { keys, service, deployment })
    })
    if (wrong.length > 0) return wrong
    if (looked === 0) return [skipped('nothing is encrypted yet')]
    return current ? [ok(`decrypts all ${looked} secrets that were checked`)] : []
  },
}

function judge(
  sealed: readonly string[],
  { keys, service, deployment }: { keys: readonly Buffer[]; service: Service; deployment: Deployment },
): Finding[] {
  const [current] = keys
  const locked = sealed.filter((one) => !keys.some((key) => isSealedWith(key, one))).length
  const old = sealed.filter((one) => current && !isSealedWith(current, one)).length - locked
  if (locked > 0)
    return [
      fail(
        `decrypts only ${sealed.length - locked} of ${sealed.length} secrets that were checked in the ${service} database`,
        wayBackOf(deployment),
      ),
    ]
  if (old > 0)
    return [
      warn(
        `${old} secrets in the ${service} database are encrypted with the previous key`,
        'start every node once with both keys, which encrypts them with the new one',
      ),
    ]
  return []
}

function wayBackOf({ settings: { masterKeys, data } }: Deployment): string {
  if (!masterKeys)
    return `put the key that encrypted them into ${join(data, 'master-key')}, or set LATCHKEY_MASTER_KEY to it`
  const file = keyFileOf(masterKeys)
  return file === undefined
    ? 'set LATCHKEY_MASTER_KEY to the key that encrypted them; during a rotation to both keys, the new one first'
    : `put the key that encrypted them into ${file}; during a rotation both keys, the new one first`
}

async function sealedIn(db: Sql, service: Service): Promise<string[]> {
  if (service === 'auth')
    return (await findKeys(db)).filter(({ status }) => status !== 'revoked').map(({ sealedKey }) => sealedKey)
  const rows = [
    ...(await db.query<{
      sealed: string
    }>`SELECT secret AS sealed FROM webhooks WHERE deleted_at IS NULL LIMIT ${sampleSize}`),
    ...(await db.query<{
      sealed: string
    }>`SELECT sealed_key AS sealed FROM address_keys LIMIT ${sampleSize}`),
    ...(await db.query<{ sealed: string }>`SELECT secret AS sealed FROM totp_factors LIMIT ${sampleSize}`),
  ]
  return rows.map(({ sealed }) => sealed)
}
