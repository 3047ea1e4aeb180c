import type { Api } from '../../api/api.ts'

/** The sentence after a change whose sessions have not ended everywhere yet; empty when they have. */
export const pendingSentence = (api: Pick<Api, 'areSessionsPending'>): string =>
  api.areSessionsPending()
    ? 'Sessions end within 15 minutes, or the LATCHKEY_ACCESS_TOKEN_LIFETIME that you set: until then, some access tokens may still work.\n'
    : ''

/** The field that `--json` adds then. */
export const pendingField = (api: Pick<Api, 'areSessionsPending'>): { sessions?: 'pending' } =>
  api.areSessionsPending() ? { sessions: 'pending' } : {}
