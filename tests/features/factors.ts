import type { Feature } from './feature.ts'

export const feature: Feature = {
  byThemselves: ['user.factor_added', 'user.passkey_added', 'user.recovery_codes_made'],
}
