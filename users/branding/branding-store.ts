import type { Sql } from '#runtime/database/database.ts'
import { type Branding, type BrandingSettings, toBrandingSettings } from './branding.ts'
import { findBrandImages } from './images/image-store.ts'

interface Row {
  settings: string
  version: number
  updated_at: number
}

async function toBranding(db: Sql, row: Row | undefined): Promise<Branding> {
  if (row === undefined) throw new Error('The row of the branding, which a migration writes, is missing.')
  const { settings, version, updated_at: updatedAt } = row
  const images = await findBrandImages(db)
  return { ...toBrandingSettings(JSON.parse(settings)), ...images, version, updatedAt }
}

export async function findBranding(db: Sql): Promise<Branding> {
  const [row] = await db.query<Row>`
    SELECT settings, version, updated_at FROM instance_settings WHERE id = 'branding'`
  return toBranding(db, row)
}

/** Locks the branding until the end of the transaction, and returns it. */
export async function lockBranding(tx: Sql): Promise<Branding> {
  const [row] = await tx.query<Row>`
    UPDATE instance_settings SET version = version WHERE id = 'branding'
    RETURNING settings, version, updated_at`
  return toBranding(tx, row)
}

/** Stores the settings of the branding and its version. Images have a store of their own. */
export async function replaceBranding(
  tx: Sql,
  { version, updatedAt, ...fields }: BrandingSettings & Pick<Branding, 'version' | 'updatedAt'>,
): Promise<void> {
  const settings = JSON.stringify(toBrandingSettings(fields))
  await tx.query`
    UPDATE instance_settings SET settings = ${settings}, version = ${version}, updated_at = ${updatedAt}
    WHERE id = 'branding'`
}
