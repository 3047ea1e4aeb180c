import type { ImageType } from '#contract/declaration/endpoint.ts'
import { type BrandImageName, type BrandImageResource, brandImagePath } from '#contract/system/branding.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { ReadImage } from './read-image.ts'

interface ImageRow {
  id: BrandImageName
  digest: string
  type: ImageType
  width: number
  height: number
  size: number
}

/** The field of the branding that describes an image. */
export const fieldOf = (name: BrandImageName) => name.replace('-', '_') as 'logo' | 'logo_dark' | 'favicon'

export type BrandImages = Record<ReturnType<typeof fieldOf>, BrandImageResource | null>

/** Finds what is known about all images, without their content. */
export async function findBrandImages(db: Sql): Promise<BrandImages> {
  const rows = await db.query<ImageRow>`
    SELECT id, digest, type, width, height, size FROM branding_images
    WHERE id IN ('logo', 'logo-dark', 'favicon')`
  const found = rows.map(({ id, digest, ...image }) => [
    fieldOf(id),
    { ...image, path: brandImagePath(id, digest) },
  ])
  return { logo: null, logo_dark: null, favicon: null, ...Object.fromEntries(found) }
}

export interface StoredImage {
  type: ImageType
  path: string
  /** In Base64. */
  content: string
}

export async function findBrandImage(db: Sql, name: BrandImageName): Promise<StoredImage | undefined> {
  const [row] = await db.query<Pick<ImageRow, 'type' | 'digest'> & { content: string }>`
    SELECT type, digest, content FROM branding_images WHERE id = ${name}`
  return row && { type: row.type, path: brandImagePath(name, row.digest), content: row.content }
}

export async function replaceBrandImage(
  tx: Sql,
  name: BrandImageName,
  { digest, type, width, height, content }: ReadImage,
): Promise<void> {
  const text = content.toString('base64')
  await tx.query`
    INSERT INTO branding_images (id, digest, type, width, height, size, content)
    VALUES (${name}, ${digest}, ${type}, ${width}, ${height}, ${content.length}, ${text})
    ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, type = excluded.type, width = excluded.width,
      height = excluded.height, size = excluded.size, content = excluded.content`
}

export async function removeBrandImage(tx: Sql, name: BrandImageName): Promise<void> {
  await tx.query`DELETE FROM branding_images WHERE id = ${name}`
}
