import { languages } from '#contract/declaration/languages.ts'
import { type CustomText, isAcceptedText } from '#contract/rules/custom-text.ts'
import { customTextIds } from '#contract/rules/custom-text-list.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findStoredTexts } from './text-store.ts'

/** Finds the texts that pages and emails show in place of their defaults: those that this version knows and accepts. */
export async function findCustomTexts(db: Sql): Promise<CustomText[]> {
  const stored = await findStoredTexts(db)
  return customTextIds.flatMap((id) =>
    languages.flatMap((language) => {
      const text = stored[id]?.[language]
      return text === undefined ? [] : [{ id, language, text }].filter(isAcceptedText)
    }),
  )
}
