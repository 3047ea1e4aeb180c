import { getBrandingEndpoint } from '#contract/system/branding.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { printBranding } from './print-branding.ts'

/** Shows the branding, and what the settings of this machine fix. */
export async function showBrandingCommand(
  settings: AllSettings,
  flags: Target & { json: boolean },
): Promise<void> {
  const branding = await withApi(settings, flags, (api) => api.call(getBrandingEndpoint, {}))
  const { brandName, brandColor, brandLogoUrl, language } = settings
  const here = {
    LATCHKEY_BRAND_NAME: brandName,
    LATCHKEY_BRAND_COLOR: brandColor,
    LATCHKEY_BRAND_LOGO_URL: brandLogoUrl,
    LATCHKEY_LANGUAGE: language,
  }
  // The settings of this machine say nothing about services elsewhere.
  printBranding(branding, flags, flags.url === undefined ? here : {})
}
