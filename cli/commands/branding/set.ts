import type { Language } from '#contract/declaration/languages.ts'
import { updateBrandingEndpoint } from '#contract/system/branding.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { printBranding } from './print-branding.ts'

type Values = Record<
  'name' | 'color' | 'privacy-url' | 'terms-url' | 'help-url' | 'default-language',
  string | undefined
>

/** Changes the fields of the branding that flags name. An empty value removes a field. */
export async function setBrandingCommand(
  settings: AllSettings,
  flags: Values & Target & { json: boolean },
): Promise<void> {
  const { name, color, 'default-language': language } = flags
  const given = {
    name,
    color: color?.toLowerCase(),
    privacy_url: flags['privacy-url'],
    terms_url: flags['terms-url'],
    help_url: flags['help-url'],
    // The word is checked against the contract when the endpoint is called.
    language: language as Language | '' | undefined,
  }
  const changes = Object.entries(given).filter(([, value]) => value !== undefined)
  if (changes.length === 0)
    throw new StartFault(['branding set needs at least one change. See: latchkey help branding set'], {
      exitCode: 2,
    })
  const body = Object.fromEntries(changes.map(([field, value]) => [field, value === '' ? null : value]))
  printBranding(await withApi(settings, flags, (api) => api.call(updateBrandingEndpoint, { body })), flags)
}
