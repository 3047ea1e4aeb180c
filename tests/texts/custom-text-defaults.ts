import { pageTextPaths } from '#auth/pages/texts/custom-texts.ts'
import { languages } from '#contract/declaration/languages.ts'
import { customTextIds } from '#contract/rules/custom-text-list.ts'
import type { TextTree } from '#runtime/texts/texts.ts'
import { emailTextPaths } from '#users/messages/texts/custom-texts.ts'
import { readTexts } from './surfaces.ts'

export const customTextDefaultsFile = 'contract/generated/custom-text-defaults.json'

const folders = { page: 'auth/pages/texts', email: 'users/messages/texts' }

/** Returns the content of the file with the defaults of the texts that operators can replace, from the language files. */
export function customTextDefaults(): string {
  const trees = Object.fromEntries(
    Object.entries(folders).map(([surface, folder]) => [
      surface,
      Object.fromEntries(languages.map((one) => [one, readTexts({ folder, usedIn: [] }, one)])),
    ]),
  )
  const paths: Record<string, readonly string[]> = { ...pageTextPaths, ...emailTextPaths }
  const all = customTextIds.map((id) => {
    const surface = id.split('.', 1)[0] ?? ''
    const inEach = languages.map((one) => [
      one,
      textAt(paths[id] ? (trees[surface]?.[one] ?? '') : '', paths[id] ?? []),
    ])
    return [id, Object.fromEntries(inEach)]
  })
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
}

function textAt(tree: TextTree, [key, ...rest]: readonly string[]): string {
  if (key !== undefined) return textAt((tree as Readonly<Record<string, TextTree>>)[key] ?? '', rest)
  return Array.isArray(tree) ? tree.join('\n\n') : String(tree)
}
