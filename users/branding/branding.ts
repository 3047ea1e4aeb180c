import type { BrandingResource } from '#contract/system/branding.ts'

/** The branding of an installation, with the version that its ETag names. */
export interface Branding extends BrandingResource {
  version: number
  updatedAt: number
}

const unset: BrandingResource = {
  name: null,
  color: null,
  privacy_url: null,
  terms_url: null,
  help_url: null,
}
const names = Object.keys(unset) as (keyof BrandingResource)[]

/** Picks the fields of the branding; those that are absent are not set. */
export const toBrandingResource = (given: Partial<BrandingResource>): BrandingResource => {
  const fields = names.map((name) => [name, given[name] ?? null])
  return Object.fromEntries(fields) as BrandingResource
}

/** Returns the names of the fields whose value differs. */
export const changedFields = (before: BrandingResource, after: BrandingResource): string[] =>
  names.filter((name) => before[name] !== after[name])
