import { createHash } from 'node:crypto'
import { Failure } from '#contract/declaration/failures.ts'
import type { ValidatedApiKeyResource } from '#contract/integrations/api-keys.ts'
import { isApiKeyForm } from '#contract/rules/api-key-form.ts'
import type { Clock } from '#runtime/clock.ts'

/** Validates API keys, and caches the replies of the user service for a short time. */
export interface ApiKeys {
  /** Validates an API key. @throws {Failure} `token_invalid`, `token_expired`, `user_service_unavailable` */
  validate(key: string): Promise<ValidatedApiKeyResource>
}

/** A valid key is cached for this time, so a revoked one may be accepted as long. The contract promises 10 seconds at most. */
const goodForMs = 10_000
const refusedForMs = 1_000
const maxRemembered = 10_000

interface Answer {
  askedAt: number
  forMs: number
  apiKey: Promise<ValidatedApiKeyResource>
}

/**
 * Creates a cache of validated API keys. Each key is validated once in ten seconds, counted from the start of the call, and
 * concurrent requests share the reply. Entries are found by a digest, so that no key stays in memory.
 */
export function rememberedApiKeys(ask: ApiKeys['validate'], clock: Clock): ApiKeys {
  const answers = new Map<string, Answer>()

  function askAbout(key: string, digest: string): Answer {
    const answer: Answer = { askedAt: clock.now(), forMs: goodForMs, apiKey: ask(key) }
    answer.apiKey.catch((error: unknown) => {
      if (isRefusal(error)) answer.forMs = refusedForMs
      // A failed call says nothing about the key, so it is not cached.
      else if (answers.get(digest) === answer) answers.delete(digest)
    })
    answers.delete(digest)
    if (answers.size >= maxRemembered) answers.delete(answers.keys().next().value ?? '')
    answers.set(digest, answer)
    return answer
  }

  return {
    async validate(key) {
      if (!isApiKeyForm(key)) throw new Failure('token_invalid')
      const digest = createHash('sha256').update(key).digest('base64url')
      const known = answers.get(digest)
      const ageMs = known ? clock.now() - known.askedAt : -1
      // A negative age comes from a clock that was set back, and must not extend the life of an entry.
      const isFresh = known && ageMs >= 0 && ageMs < known.forMs
      const apiKey = await (isFresh ? known : askAbout(key, digest)).apiKey
      if (Date.parse(apiKey.expires_at) <= clock.now()) throw new Failure('token_expired')
      return apiKey
    },
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'token_invalid' || error.code === 'token_expired')
