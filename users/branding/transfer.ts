import { literal, object, optional, type Static } from '#contract/declaration/schema.ts'
import { brandingFields } from '#contract/system/branding.ts'
import { CountFrom1, EpochMs, importRows, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { toBrandingSettings } from './branding.ts'
import { findBranding, lockBranding, replaceBranding } from './branding-store.ts'

/** The one line with the branding. An installation whose branding was never changed has none. */
const BrandingLine = object(
  {
    type: literal('branding'),
    id: literal('branding'),
    ...brandingFields,
    language: optional(brandingFields.language),
    version: CountFrom1,
    updated_at: EpochMs,
  },
  { description: 'The branding. An import keeps a branding that was changed before.' },
)
type BrandingLine = Static<typeof BrandingLine>

export const brandingTransfer: Transfer<BrandingLine> = {
  type: 'branding',
  line: BrandingLine,
  key: 'id',
  async page(db, { after }) {
    if (after !== '') return []
    const { version, updatedAt, ...branding } = await findBranding(db)
    const settings = toBrandingSettings(branding)
    return version === 1 ? [] : [{ id: 'branding', ...settings, version, updated_at: updatedAt }]
  },
  read: checker(BrandingLine),
  write: (db, lines) =>
    importRows(db, lines, async (tx, { type: _type, id: _id, updated_at: updatedAt, ...branding }) => {
      const { version } = await lockBranding(tx)
      if (version > 1) return 'already_there'
      // The version rises, because it says that the branding was changed here.
      await replaceBranding(tx, {
        ...toBrandingSettings(branding),
        version: Math.max(2, branding.version),
        updatedAt,
      })
      return 'imported'
    }),
}
