import { type Language, languages } from '#contract/declaration/languages.ts'
import { type CustomTextId, customTextIds, isCustomTextId } from '#contract/rules/custom-text-list.ts'
import {
  type CustomTextResource,
  deleteCustomTextEndpoint,
  listCustomTextsEndpoint,
  putCustomTextEndpoint,
} from '#contract/system/custom-texts.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'
import { readInput } from './read-input.ts'

type Flags = { json: boolean } & Target
type TextFlags = Flags & { locale: Language }

export async function listTextsCommand(settings: AllSettings, flags: Flags): Promise<void> {
  const list = await withApi(settings, flags, (api) => api.call(listCustomTextsEndpoint, {}))
  if (flags.json) return void printJson(list)
  const rows = list.data.map(({ id, texts, placeholders, max_length: length }) => [
    id,
    languages.map((one) => `${one}${texts[one] === null ? ' ' : '*'}`).join(' '),
    `at most ${length} characters${placeholders.map((name) => `, {${name}}`).join('')}`,
  ])
  process.stdout.write(table(rows))
}

/** Replaces a text by that of a flag, a file or the standard input. */
export async function setTextCommand(
  settings: AllSettings,
  id: string,
  flags: TextFlags & { text: string | undefined; file: string | undefined },
): Promise<void> {
  const { text: typed, file } = flags
  if ((typed === undefined) === (file === undefined))
    throw new StartFault(['branding set-text needs --text or --file.'], { exitCode: 2 })
  const params = paramsOf(id, flags)
  const text =
    typed ??
    readInput(file ?? '')
      .toString('utf8')
      .trim()
  const stored = await withApi(settings, flags, (api) =>
    api.call(putCustomTextEndpoint, { params, body: { text } }),
  )
  if (flags.json) printJson(stored)
  else process.stdout.write(inWords(stored, params.language))
}

export async function deleteTextCommand(settings: AllSettings, id: string, flags: TextFlags): Promise<void> {
  const params = paramsOf(id, flags)
  await withApi(settings, flags, (api) => api.call(deleteCustomTextEndpoint, { params }))
  if (flags.json) printJson({ deleted: id, language: params.language })
  else process.stdout.write(`${id} has its default again (${params.language}).\n`)
}

const inWords = ({ id, texts }: CustomTextResource, language: Language): string =>
  `Replaced ${id} (${language}):\n${(texts[language] ?? '').split('\n').map(printable).join('\n')}\n`

function paramsOf(id: string, { locale }: TextFlags): { text_id: CustomTextId; language: Language } {
  if (isCustomTextId(id)) return { text_id: id, language: locale }
  throw new StartFault([`${printable(id)} is none of the texts: ${customTextIds.join(', ')}.`], {
    exitCode: 2,
  })
}
