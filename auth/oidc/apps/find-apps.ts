import type { Sql } from '#runtime/database/database.ts'
import { findClient } from '../../clients/index.ts'
import { type Given, join } from '../grants/given.ts'
import { findAppIds, findConsentsFor, findGrantsFor, type GivenToApp } from './app-store.ts'

/**
 * An application (an OpenID client) that has access to a user, by a consent or by a session in which the user signed in to it.
 */
export interface App extends Given {
  clientId: string
  name: string
  isFirstParty: boolean
  isEnabled: boolean
  /** The time when the user gave the consent, in epoch milliseconds; null when there is no consent. */
  allowedAt: number | null
  since: number
}

/** Finds at most `limit` applications of a user whose ids come after `after`, in the order of their ids. */
export async function findApps(
  db: Sql,
  input: { userId: string; now: number; after: string; limit: number },
): Promise<App[]> {
  const ids = await findAppIds(db, input)
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { ...input, first, last }
  const [consents, grants] = await Promise.all([findConsentsFor(db, range), findGrantsFor(db, range)])
  const apps = await Promise.all(ids.map((id) => toApp(db, { id, consents, grants })))
  return apps.filter((app) => app !== undefined)
}

/**
 * Returns a client with all access that it has to the user; undefined when the client or its access was removed between two
 * reads.
 */
async function toApp(
  db: Sql,
  { id, consents, grants }: { id: string; consents: GivenToApp[]; grants: GivenToApp[] },
): Promise<App | undefined> {
  const client = await findClient(db, id)
  const isOwn = ({ clientId }: GivenToApp) => clientId === id
  const consent = consents.find(isOwn)
  const given = [...(consent ? [consent] : []), ...grants.filter(isOwn)]
  if (!client || given.length === 0) return undefined
  const all = given.map(toGiven).reduce(join, { scope: [], resources: {} })
  return {
    clientId: id,
    name: client.name,
    isFirstParty: client.isFirstParty,
    isEnabled: client.isEnabled,
    ...all,
    allowedAt: consent?.since ?? null,
    since: Math.min(...given.map(({ since }) => since)),
  }
}

const toGiven = ({ scope, resources }: GivenToApp): Given => ({
  scope: scope.split(' '),
  resources: JSON.parse(resources),
})
