import { type Scope, scopes } from './endpoint.ts'

/** The scopes that a role gives: an admin has every scope, a user none. Anybody may do to themselves what needs no scope. */
export const scopesOf = ({ role }: { role: 'user' | 'admin' }): readonly Scope[] =>
  role === 'admin' ? scopes : []
