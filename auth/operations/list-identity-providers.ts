import type { IdentityProviderStateResource } from '#contract/system/system.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { redirectUriOf } from '../federation/index.ts'
import type { AuthSystem } from './system.ts'

const maxFailure = 500

/** Lists the configured providers, each with its last success and its last failure in this process. */
export function listIdentityProviders({
  federation,
}: Pick<AuthSystem, 'federation'>): IdentityProviderStateResource[] {
  return [...federation.providers.values()].map(({ name, title, kind, issuer }) => {
    const { answeredAt, failedAt, failure } = federation.outcomes.get(name) ?? {}
    return {
      name,
      title,
      kind,
      issuer,
      redirect_uri: redirectUriOf(federation, name),
      last_answer_at: timeOf(answeredAt),
      last_failure_at: timeOf(failedAt),
      last_failure: failure?.slice(0, maxFailure) ?? null,
    }
  })
}

const timeOf = (at: number | undefined): string | null => (at === undefined ? null : toRfc3339(at))
