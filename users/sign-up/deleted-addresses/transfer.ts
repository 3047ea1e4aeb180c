import { literal, object, type Static, string } from '#contract/declaration/schema.ts'
import type { Sql } from '#runtime/database/database.ts'
import {
  EpochMs,
  type ImportContext,
  importRows,
  type Outcome,
  RowId,
  type Transfer,
} from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { addressKeyColumns, insertAddressKey, maxAddressKeys, openAddressKey } from './address-key-store.ts'
import { deletedAddressRetentionMs } from './deleted-address.ts'

export interface AddressKeyImport extends ImportContext {
  /** The master keys of this installation. */
  masterKeys: readonly Buffer[]
}

const AddressKeyLine = object(
  {
    type: literal('address_key'),
    id: RowId,
    sealed_key: string({
      pattern: '^v1\\.[^.]+\\.[^.]+\\.[^.]+$',
      maxLength: 1_000,
      description: 'Encrypted with the master key.',
    }),
    created_at: EpochMs,
  },
  {
    description:
      'A key of the digests of deleted addresses. An import needs the master key that encrypted it.',
  },
)
type AddressKeyLine = Static<typeof AddressKeyLine>

const DeletedAddressLine = object(
  {
    type: literal('deleted_address'),
    digest: string({
      // The last of the 43 characters carries only four bits of the 256, so 16 characters are allowed there.
      pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$',
      description: 'HMAC-SHA-256 of the address in base64url, under an `address_key`.',
    }),
    deleted_at: EpochMs,
  },
  {
    description:
      'The digest of the email address of a deleted user. Imports and the previous system do not recreate such a user.',
  },
)
type DeletedAddressLine = Static<typeof DeletedAddressLine>

export const addressKeyTransfer: Transfer<AddressKeyLine, AddressKeyImport> = {
  type: 'address_key',
  line: AddressKeyLine,
  key: 'id',
  page: (db, { after, limit }) => db.query`
    SELECT ${addressKeyColumns} FROM address_keys WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  read: checker(AddressKeyLine),
  async write(db, lines, { masterKeys }) {
    // The rows are written one after the other, because each import counts the rows before it, to keep the limit on their number.
    const outcomes: Outcome[] = []
    await db.transaction(async (tx) => {
      outcomes.length = 0
      for (const line of lines) outcomes.push(await importAddressKey(tx, line, masterKeys))
    })
    return outcomes
  },
}

async function importAddressKey(
  tx: Sql,
  line: AddressKeyLine,
  masterKeys: readonly Buffer[],
): Promise<Outcome> {
  const [same] = await tx.query`SELECT id FROM address_keys WHERE id = ${line.id}`
  if (same) return 'already_there'
  if (openAddressKey(masterKeys, line) === undefined)
    return {
      pointer: '/sealed_key',
      code: 'not_allowed',
      detail:
        'The master key here does not open it, so that who was deleted there could move in again from an old system. Import with the LATCHKEY_MASTER_KEY of the other place.',
    }
  const [row] = await tx.query<{ total: number }>`SELECT COUNT(*) AS total FROM address_keys`
  if (Number(row?.total) >= maxAddressKeys)
    return {
      pointer: '/id',
      code: 'not_allowed',
      detail: `There are ${maxAddressKeys} such keys here already.`,
    }
  await insertAddressKey(tx, line)
  return 'imported'
}

export const deletedAddressTransfer: Transfer<DeletedAddressLine> = {
  type: 'deleted_address',
  line: DeletedAddressLine,
  key: 'digest',
  page: (db, { after, limit }) => db.query`
    SELECT digest, deleted_at FROM deleted_addresses WHERE digest > ${after} ORDER BY digest LIMIT ${limit}`,
  read: checker(DeletedAddressLine),
  write: (db, lines, { now }) =>
    importRows(db, lines, async (tx, { digest, deleted_at }) => {
      if (deleted_at <= now - deletedAddressRetentionMs) return 'left_out'
      const inserted = await tx.query`
        INSERT INTO deleted_addresses (digest, deleted_at) VALUES (${digest}, ${deleted_at})
        ON CONFLICT DO NOTHING RETURNING digest`
      return inserted.length > 0 ? 'imported' : 'already_there'
    }),
}
