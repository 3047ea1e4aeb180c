import type { Grant } from './grant-store.ts'

/** What a client asks for, or may have: scopes of people's data, and scopes of other APIs by their address. */
export type Given = Pick<Grant, 'scope' | 'resources'>

/** Says whether all that is wanted is given. */
export const covers = (given: Given, wanted: Given): boolean =>
  includesAll(given.scope, wanted.scope) &&
  Object.entries(wanted.resources).every(([address, scope]) =>
    includesAll(given.resources[address] ?? [], scope),
  )

const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((one) => all.includes(one))

/** Adds what is given in two places. */
export function join(one: Given, other: Given): Given {
  const both = (first: string[] = [], second: string[] = []) =>
    [...new Set([...first, ...second])].filter((word) => word !== '')
  const addresses = new Set([...Object.keys(one.resources), ...Object.keys(other.resources)])
  return {
    scope: both(one.scope, other.scope),
    resources: Object.fromEntries(
      [...addresses].map((address) => [address, both(one.resources[address], other.resources[address])]),
    ),
  }
}
