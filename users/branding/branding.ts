import { isDeepStrictEqual } from 'node:util'
import {
  type BrandingResource,
  type BrandingSettings,
  brandImageFields,
  brandingFields,
} from '#contract/system/branding.ts'

export type { BrandingSettings }

/** The branding of an installation, with the version that its ETag names. */
export interface Branding extends BrandingResource {
  version: number
  updatedAt: number
}

const settingNames = Object.keys(brandingFields) as (keyof BrandingSettings)[]
const names = [...settingNames, ...Object.keys(brandImageFields)] as (keyof BrandingResource)[]

/** Picks the settings of the branding; those that are absent are not set. */
export const toBrandingSettings = (given: Partial<BrandingSettings>): BrandingSettings =>
  Object.fromEntries(settingNames.map((name) => [name, given[name] ?? null])) as BrandingSettings

export const toBrandingResource = (branding: Branding): BrandingResource =>
  Object.fromEntries(names.map((name) => [name, branding[name]])) as BrandingResource

/** Returns the names of the fields whose value differs. */
export const changedFields = (before: BrandingResource, after: BrandingResource): string[] =>
  names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
