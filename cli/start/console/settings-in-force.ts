import type { SettingInForceResource } from '#contract/system/system.ts'
import type { ReadSettings } from '#runtime/settings.ts'
import { allSettings } from '../../settings/all-settings.ts'

export type SettingOrigins = ReadSettings<typeof allSettings>['origins']

/** Returns each setting with its origin. A secret is hidden, and so is the password in the URL of a database. */
export const settingsInForce = (origins: SettingOrigins): SettingInForceResource[] =>
  Object.entries(allSettings).map(([key, { name, secret, show }]) => {
    const { text, origin } = origins[key as keyof typeof allSettings]
    if (text === undefined || text === '') return { name, value: null, is_hidden: false, origin }
    if (!secret) return { name, value: text, is_hidden: false, origin }
    const shown = show?.(text)
    return { name, value: shown ?? '********', is_hidden: shown === undefined, origin }
  })
