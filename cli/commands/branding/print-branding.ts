import type { BrandImageResource, BrandingResource } from '#contract/system/branding.ts'
import { printJson } from '../../printable.ts'
import { table } from '../../table.ts'

/** Prints the branding. `fixed` has the values that environment variables set, by the name of the variable. */
export function printBranding(
  branding: BrandingResource,
  { json }: { json: boolean },
  fixed: Readonly<Record<string, string | undefined>> = {},
): void {
  if (json) return void printJson(branding)
  const rows = [
    ['name', branding.name ?? 'not set'],
    ['color', branding.color ?? 'not set'],
    ['privacy policy', branding.privacy_url ?? 'not set'],
    ['terms', branding.terms_url ?? 'not set'],
    ['help', branding.help_url ?? 'not set'],
    ['language', branding.language ?? 'not set'],
    ['logo', imageInWords(branding.logo)],
    ['dark logo', imageInWords(branding.logo_dark)],
    ['icon', imageInWords(branding.favicon)],
    ...Object.entries(fixed).flatMap(([variable, value]) =>
      value === undefined ? [] : [['takes precedence', `${variable}=${value}`]],
    ),
  ]
  process.stdout.write(table(rows))
}

const imageInWords = (image: BrandImageResource | null): string =>
  image === null ? 'not set' : `${image.type}, ${image.width} x ${image.height}, ${image.size} bytes`
