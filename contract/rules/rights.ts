import { type Caller, type Scope, scopes } from '../declaration/endpoint.ts'

/**
 * Returns the scopes that a role gives: an admin has every scope, a user none. No scope is needed to act on
 * one's own user.
 */
export const scopesOf = ({ role }: { role: 'user' | 'admin' }): readonly Scope[] =>
  role === 'admin' ? scopes : []

/**
 * Returns whether a caller has every right of a user. Acting on another user's account needs that: a caller who could change, end
 * or delete what it has no rights over would gain rights, or take them from an admin.
 */
export const hasRightsOf = (caller: Pick<Caller, 'scopes'>, user: { role: 'user' | 'admin' }): boolean =>
  scopesOf(user).every((scope) => caller.scopes.includes(scope))
