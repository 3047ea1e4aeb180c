import type { Api } from '../../api/api.ts'

/**
 * Returns the sentence that a command prints when its change ends sessions that have not ended everywhere yet; empty otherwise.
 */
export const pendingSentence = (api: Pick<Api, 'areSessionsPending'>): string =>
  api.areSessionsPending()
    ? 'Sessions end within LATCHKEY_ACCESS_TOKEN_LIFETIME (15 minutes by default). Until\nthen, some access tokens may still work.\n'
    : ''

/** Returns the field that `--json` adds when sessions have not ended everywhere yet; no field otherwise. */
export const pendingField = (api: Pick<Api, 'areSessionsPending'>): { sessions?: 'pending' } =>
  api.areSessionsPending() ? { sessions: 'pending' } : {}
