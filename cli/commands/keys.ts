import { type KeyContext, revokeKey, rotateKey } from '#auth/core/keys/rotate-keys.ts'
import { findKeys, type KeyPurpose, type StoredKey } from '#auth/core/keys/signing-key-store.ts'
import { listSigningKeys } from '#auth/operations/list-signing-keys.ts'
import { authMigrations, toKeyContext } from '#auth/service.ts'
import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import { openMigrated } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { commandDatabaseOptions } from '../settings/data-folder.ts'
import { masterKeysOf } from '../settings/secrets.ts'
import { table } from '../table.ts'

export async function listKeysCommand(settings: AllSettings, isJson: boolean): Promise<void> {
  await withKeyContext(settings, (context) => print(context, isJson))
}

export async function rotateKeysCommand(
  settings: AllSettings,
  { now, purpose = 'access', json }: { now: boolean; purpose: KeyPurpose | undefined; json: boolean },
): Promise<void> {
  await withKeyContext(settings, async (context) => {
    await rotateKey(context, { purpose, isNow: now })
    await print(context, json)
  })
}

export async function revokeKeyCommand(
  settings: AllSettings,
  { kid, json }: { kid: string; json: boolean },
): Promise<void> {
  await withKeyContext(settings, async (context) => {
    if (!(await revokeKey(context, { kid }))) throw new StartFault([`There is no key ${kid}.`])
    await print(context, json)
  })
}

/**
 * Opens the key database for a command that changes keys. The command writes to the database, not to a running service: each node
 * sees the change when it next reads a session.
 */
async function withKeyContext(
  settings: AllSettings,
  work: (context: KeyContext) => Promise<void>,
): Promise<void> {
  const url = databaseUrls(settings).auth
  const db = await openMigrated(url, authMigrations, { ...commandDatabaseOptions, clock: systemClock })
  try {
    const { signingAlgorithm, keyRotationMs, keyPublishMs, accessTokenMs, idleMs } = settings
    const options = {
      clock: systemClock,
      masterKeys: masterKeysOf(settings),
      policy: { accessTokenMs, idleMs },
      keyPolicy: { algorithm: signingAlgorithm, rotationMs: keyRotationMs, publishMs: keyPublishMs },
    }
    await work(toKeyContext(options, db))
  } finally {
    await db.close()
  }
}

async function print(context: KeyContext, isJson: boolean): Promise<void> {
  if (isJson) return printJson({ data: await listSigningKeys(context) })
  const keys = await findKeys(context.db)
  const rows = keys.map(({ kid, purpose, algorithm, status, createdAt, ...key }) => [
    kid,
    purpose,
    algorithm,
    status,
    toRfc3339(createdAt).slice(0, 10),
    note({ status, ...key }),
  ])
  const head = ['KID', 'PURPOSE', 'ALGORITHM', 'STATUS', 'CREATED', 'WHEN, UTC']
  process.stdout.write(table([head, ...rows], { optional: [4, 2] }))
}

/** Formats a time without its year, to fit a line of 80 characters: keys change several times a year. */
const minuteOf = (at: number): string => toRfc3339(at).slice(5, 16).replace('T', ' ')

function note({
  status,
  activatesAt,
  removesAt,
}: Pick<StoredKey, 'status' | 'activatesAt' | 'removesAt'>): string {
  if (status === 'next' && activatesAt !== null) return `from ${minuteOf(activatesAt)}`
  if (status === 'retired' && removesAt !== null) return `until ${minuteOf(removesAt)}`
  return ''
}
