import {
  type BrandImageName,
  deleteBrandImageEndpoint,
  putBrandImageEndpoint,
} from '#contract/system/branding.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { printBranding } from './print-branding.ts'
import { readInput } from './read-input.ts'

/** Uploads an image of the branding from a file. */
export async function setImageCommand(
  settings: AllSettings,
  name: string,
  flags: { file: string; json: boolean } & Target,
): Promise<void> {
  const body = readInput(flags.file)
  const params = paramsOf(name)
  printBranding(
    await withApi(settings, flags, (api) => api.call(putBrandImageEndpoint, { params, body })),
    flags,
  )
}

export async function deleteImageCommand(
  settings: AllSettings,
  name: string,
  flags: { json: boolean } & Target,
): Promise<void> {
  await withApi(settings, flags, (api) => api.call(deleteBrandImageEndpoint, { params: paramsOf(name) }))
  if (flags.json) printJson({ deleted: name })
  else process.stdout.write(`Deleted the image ${name}.\n`)
}

/** The name is checked against the contract when the endpoint is called. */
const paramsOf = (name: string) => ({ image: name as BrandImageName })
