import { type BrandingResource, getBrandingEndpoint } from '#contract/system/branding.ts'
import { listSettingsEndpoint } from '#contract/system/system.ts'
import type { Visit } from '../../core/visit.ts'

export const fields = ['name', 'color', 'language', 'privacy_url', 'terms_url', 'help_url'] as const
export type Field = (typeof fields)[number]
/** What the fields of the form hold; an empty one is not set. */
export type Values = Record<Field, string>

/** The settings of the environment that take precedence over what is stored. */
export const variables: Partial<Record<Field | 'logo', string>> = {
  name: 'LATCHKEY_BRAND_NAME',
  color: 'LATCHKEY_BRAND_COLOR',
  language: 'LATCHKEY_LANGUAGE',
  logo: 'LATCHKEY_BRAND_LOGO_URL',
}

export interface Present {
  stored: BrandingResource
  values: Values
  /** The version (ETag) of the stored branding. */
  version: string
  /** The values that the environment fixes. */
  fixed: Partial<Record<Field | 'logo', string>>
}

export async function readBranding({ ask }: Visit): Promise<Present> {
  const [{ body: stored, etag = '' }, settings] = await Promise.all([
    ask(getBrandingEndpoint, {}),
    ask(listSettingsEndpoint, {}),
  ])
  const fixed = Object.entries(variables).flatMap(([field, variable]) => {
    const setting = settings.body.data.find(({ name }) => name === variable)
    return setting && setting.value !== null ? [[field, setting.value] as const] : []
  })
  const values = valuesFrom((field) => stored[field] ?? '')
  return { stored, values, version: etag, fixed: Object.fromEntries(fixed) }
}

export const valuesFrom = (value: (field: Field) => string): Values =>
  Object.fromEntries(fields.map((field) => [field, value(field)])) as Values

/** Returns the values with which the form began, which it carries in hidden fields; undefined before the form is sent. */
export const begunIn = ({ sent }: Visit): Values | undefined =>
  sent.version === undefined ? undefined : valuesFrom((field) => sent[`was_${field}`] ?? '')

/** Returns what was typed. A missing field counts as empty, because empty fields are lost when a sign-in leads back to the form. */
export function typedIn({ sent }: Visit, begun: Values): Values {
  if (sent.version === undefined) return begun
  const typed = valuesFrom((field) => (sent[field] ?? '').trim())
  return { ...typed, color: typed.color.toLowerCase() }
}

/** Returns the hidden fields with which a form says what it began with. */
export const carriedFrom = (version: string, begun: Values): Record<string, string> => ({
  version,
  ...Object.fromEntries(fields.map((field) => [`was_${field}`, begun[field]])),
})
