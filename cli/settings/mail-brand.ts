import type { FixedMailBrand } from '#users/core/users.ts'
import type { AllSettings } from './all-settings.ts'

/** Returns what the settings say about the appearance of emails. */
export const fixedMailBrand = (settings: AllSettings): FixedMailBrand => ({
  name: settings.brandName,
  color: settings.brandColor,
  language: settings.language,
  // An email loads nothing from another site, so it doesn't show the logo of LATCHKEY_BRAND_LOGO_URL.
  showsLogo: settings.pages === 'on' && settings.brandLogoUrl === undefined,
})
