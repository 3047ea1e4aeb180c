import { type Scope, scopes } from '../declaration/endpoint.ts'

/**
 * Returns the scopes that a role gives: an admin has every scope, a user none. No scope is needed to act on
 * one's own user.
 */
export const scopesOf = ({ role }: { role: 'user' | 'admin' }): readonly Scope[] =>
  role === 'admin' ? scopes : []
