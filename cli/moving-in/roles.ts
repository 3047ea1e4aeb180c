import { isObject } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { MovedUser } from './moved-user.ts'

/** The role that users get here for a role of the other system, by the name of that role. */
export type RoleMap = ReadonlyMap<string, 'user' | 'admin'>

/**
 * Reads the flag `--roles`, such as `realm-admin=admin,editor=user`.
 * @throws {StartFault} with exit code 2
 */
export function readRoleMap(text: string | undefined): RoleMap {
  const roles = new Map<string, 'user' | 'admin'>()
  for (const pair of text?.split(',') ?? []) {
    const [, name, role] = /^(.+)=(user|admin)$/.exec(pair.trim()) ?? []
    if (name === undefined || (role !== 'user' && role !== 'admin'))
      throw new StartFault(['--roles is NAME=admin or NAME=user, with commas between several.'], {
        exitCode: 2,
      })
    roles.set(name, role)
  }
  return roles
}

/** Reads names of roles: a list of texts, or one text with commas between the names. */
export function roleNamesIn(value: unknown): string[] {
  const names: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [name.trim()] : []))
}

/**
 * Reads the names of roles in an object that only the administrators of the other system can write: `role`, `roles`, and every name
 * that is true, as custom claims often are.
 */
export const roleNamesInClaims = (claims: unknown): string[] =>
  isObject(claims)
    ? [
        ...roleNamesIn(claims.role),
        ...roleNamesIn(claims.roles),
        ...Object.entries(claims).flatMap(([name, value]) => (value === true ? [name] : [])),
      ]
    : []

/**
 * Returns a function that gives users the roles that `--roles` names, and notes their other roles, which are never given. More
 * than `maxNamed` names are noted without their name, so that a file cannot fill the report.
 */
export function roleGiver(roles: RoleMap): (user: MovedUser) => MovedUser {
  const noted = new Set<string>()
  function noteOf(name: string): string {
    if (noted.size < maxNamed) noted.add(name)
    if (!noted.has(name)) return 'further roles do not come along'
    const shown = name.replace(/\p{C}/gu, '?').slice(0, maxNameLength)
    return `the role ${shown} does not come along: --roles does not name it`
  }
  return (user) => {
    const names = [...new Set(user.roles)]
    const notes = names.filter((name) => !roles.has(name)).map(noteOf)
    const isAdmin = names.some((name) => roles.get(name) === 'admin')
    if (isAdmin) notes.push('admins by --roles')
    return {
      ...user,
      row: isAdmin ? { ...user.row, role: 'admin' } : user.row,
      notes: [...(user.notes ?? []), ...notes],
    }
  }
}

const maxNamed = 100
const maxNameLength = 100
