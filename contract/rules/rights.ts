import { type Scope, scopes } from '../declaration/endpoint.ts'

/**
 * Returns the scopes that a role gives: an admin has every scope, a user none. Users act on their own account without a scope.
 */
export const scopesOf = ({ role }: { role: 'user' | 'admin' }): readonly Scope[] =>
  role === 'admin' ? scopes : []
