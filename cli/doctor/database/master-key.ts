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
    if (looked === 0) return [skipped('nothing is sealed yet')]
    return current ? [ok(`it opens what is sealed: ${looked} secrets were looked at`)] : []
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
        `it opens ${sealed.length - locked} of ${sealed.length} secrets that were looked at in the ${service} database`,
        wayBackOf(deployment),
      ),
    ]
  if (old > 0)
    return [
      warn(
        `${old} secrets in the ${service} database are under the key before`,
        'start every node once with both keys, which seals them anew',
      ),
    ]
  return []
}

function wayBackOf({ settings: { masterKeys, data } }: Deployment): string {
  if (!masterKeys)
    return `put the key they were sealed with into ${join(data, 'master-key')}, or set LATCHKEY_MASTER_KEY to it`
  const file = keyFileOf(masterKeys)
  return file === undefined
    ? 'set LATCHKEY_MASTER_KEY to the key they were sealed with; while it is rotated to both, the new one first'
    : `put the key they were sealed with into ${file}; while it is rotated both, the new one first`
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
