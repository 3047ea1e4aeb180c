import type { Language } from '#contract/declaration/languages.ts'
import type { CustomTextId } from '#contract/rules/custom-text-list.ts'
import type { Sql } from '#runtime/database/database.ts'

/** The texts that admins have replaced. A text of a later version may be among them. */
export type StoredTexts = { readonly [Id in CustomTextId]?: { readonly [L in Language]?: string } }

export async function findStoredTexts(db: Sql): Promise<StoredTexts> {
  const [row] = await db.query<{ settings: string }>`
    SELECT settings FROM instance_settings WHERE id = 'custom-texts'`
  return JSON.parse(row?.settings ?? '{}')
}

/** Stores a text beside those of `before`; undefined removes it. The branding must be locked since `before` was read. */
export async function replaceStoredText(
  tx: Sql,
  before: StoredTexts,
  { id, language, text, at }: { id: CustomTextId; language: Language; text: string | undefined; at: number },
): Promise<void> {
  // Stringifying leaves out what is undefined.
  const settings = JSON.stringify({ ...before, [id]: { ...before[id], [language]: text } })
  await tx.query`
    UPDATE instance_settings SET settings = ${settings}, version = version + 1, updated_at = ${at}
    WHERE id = 'custom-texts'`
}
