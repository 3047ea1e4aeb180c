import type { Endpoint } from '../declaration/endpoint.ts'
import type { healthEndpoints } from '../system/health.ts'
import { authExamples } from './auth.ts'
import type { Example, ExamplesOf } from './example.ts'
import { exampleFromSchema } from './example-from-schema.ts'
import { userExamples } from './users.ts'

const healthExamples = {
  health: { reply: { status: 'ok', version: '1.0', checks: { database: 'ok' } } },
  liveness: { reply: { status: 'ok', version: '1.0', checks: {} } },
} satisfies ExamplesOf<typeof healthEndpoints>

const examples: Record<string, Example> = { ...userExamples, ...authExamples, ...healthExamples }

/**
 * Sorts endpoints in the order of their examples, which is the order in which the contract lists them for a reader. One without a
 * written example comes behind the one that is listed before it, and internal ones come last.
 */
export function inReadingOrder<E extends Pick<Endpoint, 'name' | 'access'>>(endpoints: readonly E[]): E[] {
  let previous = -1
  const positions = new Map(
    endpoints.map((endpoint) => {
      if (endpoint.access === 'service') return [endpoint, Number.POSITIVE_INFINITY]
      previous = written.get(endpoint.name) ?? previous
      return [endpoint, previous]
    }),
  )
  return endpoints.toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))
}

const written = new Map(Object.keys(examples).map((name, position) => [name, position]))

/** Says whether an endpoint has an example that was written for it. */
export const isWritten = ({ name }: Pick<Endpoint, 'name'>): boolean => written.has(name)

/**
 * Returns the example of an endpoint; undefined for an internal one. Where none is written, because the endpoint takes nothing, it
 * is made from the schema of the reply. The tests run each example against the services, and compare the replies.
 */
export function findExample({
  name,
  access,
  reply,
}: Pick<Endpoint, 'name' | 'access' | 'reply'>): Example | undefined {
  if (Object.hasOwn(examples, name)) return examples[name]
  if (access === 'service') return undefined
  return reply ? { reply: exampleFromSchema(reply) } : {}
}
