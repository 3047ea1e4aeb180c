import type { Endpoint } from '../declaration/endpoint.ts'
import type { healthEndpoints } from '../system/health.ts'
import { authExamples } from './auth.ts'
import type { Example, ExamplesOf } from './example.ts'
import { userExamples } from './users.ts'

const healthExamples = {
  health: { reply: { status: 'ok', version: '1.0', checks: { database: 'ok' } } },
  liveness: { reply: { status: 'ok', version: '1.0', checks: {} } },
} satisfies ExamplesOf<typeof healthEndpoints>

const examples: Record<string, Example> = { ...userExamples, ...authExamples, ...healthExamples }

/**
 * Sorts endpoints in the order of their examples, which is the order in which the contract lists them for a reader. Internal
 * endpoints have no examples and come last.
 */
export const inReadingOrder = <E extends Pick<Endpoint, 'name'>>(endpoints: readonly E[]): E[] =>
  endpoints.toSorted((a, b) => positionOf(a) - positionOf(b))

const positions = new Map(Object.keys(examples).map((name, position) => [name, position]))
const positionOf = ({ name }: Pick<Endpoint, 'name'>): number => positions.get(name) ?? positions.size

/**
 * Returns the example of an endpoint; undefined for an internal one. The tests run each example against the services, and compare
 * the replies.
 */
export const findExample = ({ name }: Pick<Endpoint, 'name'>): Example | undefined =>
  Object.hasOwn(examples, name) ? examples[name] : undefined
