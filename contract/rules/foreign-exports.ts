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

/** The system that an export is from. Without `from`, its users come as rows of one's own. */
export interface ForeignExport {
  title: string
  from?: ImportableSystem
}

const foreign = (from: ImportableSystem): ForeignExport => ({ title: importable[from], from })

/** How the system is written whose name `--from` has. */
export const titleOf = (from: ImportableSystem): string => importable[from]

/** Names of columns or members that only the exports of one system have together. */
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
 * Says which systems a file looks like an export of, by the names of its columns or members. `beginning` is the text with which
 * the file begins. Rows with the names of Latchkey have none of these marks.
 */
export function foreignExportsIn(beginning: string): ForeignExport[] {
  const names = namesIn(beginning)
  return marks.filter(([, some]) => some.every((name) => names.has(name))).map(([system]) => system)
}

/** Says whether the rows of a file have names of this list only, an email address among them. */
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
  // The members of a row of JSON Lines alone: its metadata may have any names.
  if (isObject(document)) return new Set([...Object.keys(document), ...namesOfFirst(document.users)])
  if (Array.isArray(document)) return new Set(namesOfFirst(document))
  return new Set([...text.matchAll(nameInJson)].map(([, name = '']) => name))
}

const namesOfFirst = (users: unknown): string[] =>
  Array.isArray(users) && isObject(users[0]) ? Object.keys(users[0]) : []

/** Returns the value of a JSON text; undefined when this is the beginning of a longer one. */
function parsed(text: string): unknown {
  try {
    return parseStrictJson(text, { keepsLargeNumbers: true })
  } catch {
    return undefined
  }
}
