import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { literal, object, oneOf, type Static, string } from '#contract/declaration/schema.ts'
import { brandImages } from '#contract/system/branding.ts'
import type { Sql } from '#runtime/database/database.ts'
import { importRows, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { lockBranding, replaceBranding } from '../branding-store.ts'
import { fieldOf, findBrandImage, replaceBrandImage } from './image-store.ts'
import { type ReadImage, readImage } from './read-image.ts'

const BrandImageLine = object(
  {
    type: literal('branding_image'),
    id: oneOf(brandImages),
    content: string({ maxLength: 90_000, pattern: '^[A-Za-z0-9+/]+={0,2}$', description: 'In Base64.' }),
  },
  { description: 'An image of the branding. An import keeps an image that was set before.' },
)
type BrandImageLine = Static<typeof BrandImageLine>

export const brandImageTransfer: Transfer<BrandImageLine> = {
  type: 'branding_image',
  line: BrandImageLine,
  key: 'id',
  async page(db, { after, limit }) {
    const later = brandImages.filter((name) => name > after).sort()
    const rows = await Promise.all(later.map((name) => lineOf(db, name)))
    return rows.filter((row) => row !== undefined).slice(0, limit)
  },
  read: checker(BrandImageLine),
  async write(db, lines) {
    const rows = await Promise.all(
      lines.map(async ({ id, content }) => ({ id, image: await imageIn(content) })),
    )
    return importRows(db, rows, async (tx, { id, image }) => {
      if ('pointer' in image) return image
      const branding = await lockBranding(tx)
      if (branding[fieldOf(id)] !== null) return 'already_there'
      await replaceBrandImage(tx, id, image)
      await replaceBranding(tx, { ...branding, version: branding.version + 1 })
      return 'imported'
    })
  },
}

async function lineOf(
  db: Sql,
  name: BrandImageLine['id'],
): Promise<Omit<BrandImageLine, 'type'> | undefined> {
  const found = await findBrandImage(db, name)
  return found && { id: name, content: found.content }
}

async function imageIn(content: string): Promise<ReadImage | FieldError> {
  try {
    return await readImage(Buffer.from(content, 'base64'))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { pointer: '/content', code: error.code, detail: error.message }
  }
}
