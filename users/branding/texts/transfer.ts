import { languages } from '#contract/declaration/languages.ts'
import { literal, object, oneOf, type Static, string } from '#contract/declaration/schema.ts'
import { faultOfCustomText, maxCustomText, normalizeCustomText } from '#contract/rules/custom-text.ts'
import { customTextIds } from '#contract/rules/custom-text-list.ts'
import { importRows, type Transfer } from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { lockBranding, replaceBranding } from '../branding-store.ts'
import { findStoredTexts, replaceStoredText } from './text-store.ts'

const ids = customTextIds.flatMap((id) => languages.map((language) => `${id}.${language}` as const)).sort()

const CustomTextLine = object(
  {
    type: literal('custom_text'),
    id: oneOf(ids, { description: 'The text and its language.' }),
    text: string({ minLength: 1, maxLength: maxCustomText.lines, description: 'Plain text.' }),
  },
  { description: 'A text of pages or emails. An import keeps a text that was set before.' },
)
type CustomTextLine = Static<typeof CustomTextLine>

export const customTextTransfer: Transfer<CustomTextLine> = {
  type: 'custom_text',
  line: CustomTextLine,
  key: 'id',
  async page(db, { after, limit }) {
    const stored = await findStoredTexts(db)
    const rows = ids.flatMap((id) => {
      const { id: textId, language } = partsOf(id)
      const text = stored[textId]?.[language]
      return id > after && text !== undefined ? [{ id, text }] : []
    })
    return rows.slice(0, limit)
  },
  read: checker(CustomTextLine),
  write: (db, lines) =>
    importRows(db, lines, async (tx, line) => {
      const { id, language } = partsOf(line.id)
      const text = normalizeCustomText(line.text)
      const fault = faultOfCustomText(id, text)
      if (fault) return fault
      const branding = await lockBranding(tx)
      const stored = await findStoredTexts(tx)
      if (stored[id]?.[language] !== undefined) return 'already_there'
      await replaceStoredText(tx, stored, { id, language, text, at: branding.updatedAt })
      await replaceBranding(tx, { ...branding, version: branding.version + 1 })
      return 'imported'
    }),
}

/** Splits the id of a line, which ends with a language. */
function partsOf(id: CustomTextLine['id']) {
  const at = id.lastIndexOf('.')
  return {
    id: id.slice(0, at) as (typeof customTextIds)[number],
    language: id.slice(at + 1) as (typeof languages)[number],
  }
}
