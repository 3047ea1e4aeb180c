import type { BrandingResource } from '#contract/system/branding.ts'
import type { Sql } from '#runtime/database/database.ts'
import { type Branding, toBrandingResource } from './branding.ts'

interface Row {
  settings: string
  version: number
  updated_at: number
}

const toBranding = (row: Row | undefined): Branding => {
  if (row === undefined) throw new Error('The row of the branding, which a migration writes, is missing.')
  const { settings, version, updated_at: updatedAt } = row
  return { ...toBrandingResource(JSON.parse(settings)), version, updatedAt }
}

export async function findBranding(db: Sql): Promise<Branding> {
  const [row] = await db.query<Row>`
    SELECT settings, version, updated_at FROM instance_settings WHERE id = 'branding'`
  return toBranding(row)
}

/** Locks the branding until the end of the transaction, and returns it. */
export async function lockBranding(tx: Sql): Promise<Branding> {
  const [row] = await tx.query<Row>`
    UPDATE instance_settings SET version = version WHERE id = 'branding'
    RETURNING settings, version, updated_at`
  return toBranding(row)
}

export async function replaceBranding(tx: Sql, { version, updatedAt, ...fields }: Branding): Promise<void> {
  await tx.query`
    UPDATE instance_settings SET settings = ${storedText(fields)}, version = ${version}, updated_at = ${updatedAt}
    WHERE id = 'branding'`
}

const storedText = (fields: BrandingResource): string => JSON.stringify(fields)
