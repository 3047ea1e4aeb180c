import { isObject, parseStrictJson } from './strict-json.ts'

/** The systems whose exports the command line imports, as `--from` names them and as they are written. */
const importable = {
  auth0: 'Auth0',
  'better-auth': 'better-auth',
  clerk: 'Clerk',
  firebase: 'Firebase',
  keycloak: 'Keycloak',
  kratos: 'Kratos',
  supabase: 'Supabase',
  zitadel: 'ZITADEL',
} as const
export type ImportableSystem = keyof typeof importable

/**
 * The system that an export is from. `from` is its name for `--from`; absent when the command line has no reader for it, so that
 * its users must be converted to rows with Latchkey's field names.
 */
export interface ForeignExport {
  title: string
  from?: ImportableSystem
}

const foreign = (from: ImportableSystem): ForeignExport => ({ title: importable[from], from })

/** Returns the product name of a system, such as `Auth0` for `auth0`. */
export const titleOf = (from: ImportableSystem): string => importable[from]

/** Sets of column or member names, each of which occurs together in the exports of one system only. */
const marks: readonly [ForeignExport, readonly string[]][] = [
  [foreign('zitadel'), ['orgs']],
  [foreign('kratos'), ['schema_id', 'traits']],
  [foreign('firebase'), ['localId']],
  [foreign('keycloak'), ['realm', 'users']],
  [foreign('keycloak'), ['realm', 'notBefore']],
  [foreign('keycloak'), ['createdTimestamp', 'requiredActions']],
  [foreign('clerk'), ['primary_email_address']],
  [foreign('clerk'), ['primary_email_address_id']],
  [foreign('supabase'), ['encrypted_password', 'raw_user_meta_data']],
  [foreign('supabase'), ['email', 'raw_app_meta_data']],
  [foreign('auth0'), ['passwordHash', 'tenant']],
  [foreign('auth0'), ['passwordHash', 'password_set_date']],
  [foreign('auth0'), ['user_id', 'identities']],
  [foreign('auth0'), ['Id', 'Email Verified']],
  [foreign('better-auth'), ['emailVerified', 'accounts']],
  [foreign('better-auth'), ['emailVerified', 'twoFactorEnabled']],
  [foreign('better-auth'), ['emailVerified', 'image', 'updatedAt']],
  [{ title: 'Django' }, ['model', 'pk', 'fields']],
  [{ title: 'Django' }, ['is_superuser', 'is_staff']],
  [{ title: 'WordPress' }, ['user_login', 'user_pass']],
  [{ title: 'Laravel' }, ['email_verified_at', 'remember_token']],
  [{ title: 'Cognito' }, ['cognito:username']],
  [{ title: 'Cognito' }, ['UserCreateDate', 'UserStatus']],
]

/**
 * Returns the systems whose exports a file looks like, by the names of its columns or members. `beginning` is the first part of
 * the file. Rows with Latchkey's own field names match no system.
 */
export function foreignExportsIn(beginning: string): ForeignExport[] {
  const names = namesIn(beginning)
  return marks.filter(([, some]) => some.every((name) => names.has(name))).map(([system]) => system)
}

/** Returns whether the rows of a file have an `email` and only fields of this list. */
export function hasOnlyNames(beginning: string, known: readonly string[]): boolean {
  const names = namesIn(beginning)
  return names.has('email') && [...names].every((name) => known.includes(name))
}

const nameInJson = /"([^"\\]{1,64})"\s*:/g

function namesIn(beginning: string): ReadonlySet<string> {
  const text = beginning.trimStart()
  const [line = ''] = text.split('\n', 1)
  if (!/^[[{]/.test(text))
    return new Set(line.split(/[,;\t]/).map((name) => name.trim().replace(/^"|"$/g, '')))
  const document = parsed(line)
  // Of a row of JSON Lines only the names of its own members are used, because its metadata may have any names.
  if (isObject(document)) return new Set([...Object.keys(document), ...namesOfFirst(document.users)])
  if (Array.isArray(document)) return new Set(namesOfFirst(document))
  return new Set([...text.matchAll(nameInJson)].map(([, name = '']) => name))
}

const namesOfFirst = (users: unknown): string[] =>
  Array.isArray(users) && isObject(users[0]) ? Object.keys(users[0]) : []

/** Returns the value of a JSON text; undefined for a text that is cut off. */
function parsed(text: string): unknown {
  try {
    return parseStrictJson(text, { keepsLargeNumbers: true })
  } catch {
    return undefined
  }
}
