import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { AppResource } from '#contract/oidc/apps.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
import type { Auth } from '../../core/auth.ts'
import { type App, findApps } from './find-apps.ts'

/** Lists the applications that have access to a user, for the user and for callers with the scope `sessions:read`. */
export async function listApps(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  input: { userId: string; caller: Caller; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ apps: AppResource[]; nextCursor: string | null }> {
  const { userId, caller, limit = defaultPageRows } = input
  // The reply is the same as for an unknown user, so that it does not tell which users exist.
  if (userId !== caller.userId && !caller.scopes.includes('sessions:read'))
    throw new Failure('user_not_found')
  const { id: after } = decodeCursor(input.cursor)
  const found = await findApps(db, { userId, now: clock.now(), after, limit: limit + 1 })
  // The ids are the order: the times of an application change when one of its sessions ends.
  const { page, nextCursor } = pageOf(found, limit, ({ clientId: id }) => encodeCursor({ createdAt: 0, id }))
  return { apps: page.map(toResource), nextCursor }
}

const toResource = ({ scope, resources, ...app }: App): AppResource => ({
  client_id: app.clientId,
  name: app.name,
  first_party: app.isFirstParty,
  enabled: app.isEnabled,
  scopes: [...scope],
  resources: Object.entries(resources).map(([resource, scopes]) => ({ resource, scopes: [...scopes] })),
  allowed_at: app.allowedAt === null ? null : toRfc3339(app.allowedAt),
  since: toRfc3339(app.since),
})
