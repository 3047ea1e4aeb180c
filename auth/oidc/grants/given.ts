import type { Grant } from './grant-store.ts'

/** The access that a client asks for or has: scopes about the person, and scopes of other APIs by the address of the API. */
export type Given = Pick<Grant, 'scope' | 'resources'>

/** Checks whether `given` contains everything in `wanted`. */
export const covers = (given: Given, wanted: Given): boolean =>
  includesAll(given.scope, wanted.scope) &&
  Object.entries(wanted.resources).every(([address, scope]) =>
    includesAll(given.resources[address] ?? [], scope),
  )

const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((one) => all.includes(one))

/** Returns the access of both together, without repetitions. */
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
