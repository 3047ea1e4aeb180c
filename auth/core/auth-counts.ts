import type { Metric } from '#runtime/metrics/metrics.ts'
import { createOutcomes, type Outcomes, unserved } from '#runtime/metrics/outcomes.ts'

/**
 * Counts the outcomes of the use cases of the authentication service that give somebody access or refuse it, such as logins and
 * refreshes.
 */
export interface AuthCounts {
  logins: Outcomes
  secondFactors: Outcomes
  passkeyLogins: Outcomes
  refreshes: Outcomes
  tokenChecks: Outcomes
  /** The number of sessions that began in this process, by any kind of login. */
  begun: { sessions: number }
  metrics: readonly Metric[]
}

const refusedTokens = {
  token_invalid: 'invalid',
  token_expired: 'expired',
  session_ended: 'session_ended',
} as const
const manySessions = { sessions_limited: 'limited_by_sessions' } as const

export function createAuthCounts(): AuthCounts {
  const logins = createOutcomes({
    name: 'latchkey_logins_total',
    help: 'Sign-ins with a password, by outcome. A correct password that needs another step is `second_factor_asked`, `enrolment_asked` or `temporary_password`.',
    failures: {
      invalid_credentials: 'wrong_credentials',
      second_factor_required: 'second_factor_asked',
      second_factor_enrolment_required: 'enrolment_asked',
      password_change_required: 'temporary_password',
      login_name_limited: 'limited_by_name',
      login_address_limited: 'limited_by_address',
      ...manySessions,
      ...unserved,
    },
  })
  const secondFactors = createOutcomes({
    name: 'latchkey_second_factors_total',
    help: 'Second factors checked at sign-ins and step-ups, by outcome.',
    failures: {
      second_factor_invalid: 'wrong',
      second_factor_limited: 'limited',
      login_expired: 'too_late',
      ...unserved,
    },
  })
  const passkeyLogins = createOutcomes({
    name: 'latchkey_passkey_logins_total',
    help: 'Sign-ins with a passkey, by outcome.',
    failures: { passkey_invalid: 'refused', passkeys_off: 'refused', ...manySessions, ...unserved },
  })
  const refreshes = createOutcomes({
    name: 'latchkey_refreshes_total',
    help: 'Refreshes, by outcome. `reused`: the refresh token was used before and may have been copied, so its session ended.',
    failures: { ...refusedTokens, 'session_ended refresh_reused': 'reused', ...unserved },
  })
  const tokenChecks = createOutcomes({
    name: 'latchkey_token_checks_total',
    help: 'Access tokens validated for applications, for proxies and for requests to Latchkey.',
    failures: { token_missing: 'missing', ...refusedTokens, ...unserved },
  })
  const all = { logins, secondFactors, passkeyLogins, refreshes, tokenChecks }
  return { ...all, begun: { sessions: 0 }, metrics: Object.values(all).map(({ metric }) => metric) }
}
