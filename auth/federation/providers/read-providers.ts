import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Failure } from '#contract/declaration/failures.ts'
import { array, boolean, object, oneOf, optional, type Static, string } from '#contract/declaration/schema.ts'
import { parseStrictJson } from '#contract/rules/strict-json.ts'
import { ProviderName } from '#contract/sign-in/identities.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { isLoopback } from '#runtime/network.ts'
import { checker } from '#runtime/requests/validation.ts'
import { StartFault } from '#runtime/start-fault.ts'
import {
  gitHubIssuer,
  idTokenAlgorithms,
  type Provider,
  type ProviderKind,
  providerKinds,
} from './provider.ts'

const short = string({ minLength: 1, maxLength: 200 })

const ProviderEntry = object({
  name: ProviderName,
  kind: oneOf(providerKinds),
  title: optional(string({ minLength: 1, maxLength: 60, pattern: '^[^<>\\u0000-\\u001f]*$' })),
  issuer: optional(short),
  tenant: optional(string({ pattern: '^[0-9a-zA-Z.-]{1,100}$' })),
  client_id: short,
  client_secret: optional(string({ minLength: 1, maxLength: 1_000 })),
  client_secret_file: optional(short),
  team_id: optional(short),
  key_id: optional(short),
  private_key_file: optional(short),
  scopes: optional(array(string({ pattern: '^[!#-\\[\\]-~]{1,100}$' }), { maxItems: 20 })),
  id_token_algorithm: optional(oneOf(idTokenAlgorithms)),
  trusts_email: optional(boolean()),
  trusted_acr: optional(array(short, { maxItems: 10 })),
  allows_private_addresses: optional(boolean()),
})
type ProviderEntry = Static<typeof ProviderEntry>

const checkFile = checker(object({ providers: array(ProviderEntry, { maxItems: 20 }) }))

/** The settings that name providers; each is undefined when it is not set. */
export interface ProviderSettings {
  googleClientId: string | undefined
  googleClientSecret: string | undefined
  githubClientId: string | undefined
  githubClientSecret: string | undefined
  federationFile: string | undefined
}

/**
 * Reads the providers with whose accounts people can log in.
 * @throws {StartFault} with a line for each fault, which shows no secret
 */
export function readProviders(settings: ProviderSettings): Provider[] {
  const { googleClientId, googleClientSecret, githubClientId, githubClientSecret, federationFile } = settings
  const entries = federationFile === undefined ? [] : readEntries(federationFile)
  const common = [
    commonEntry('google', googleClientId, googleClientSecret),
    commonEntry('github', githubClientId, githubClientSecret),
  ]
  const usual = common.flatMap((entry) => entry ?? [])
  const all = [...usual, ...entries]
  const names = all.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw fault(`There are two providers of the name ${twice}.`)
  return all.map((entry, at) => toProvider(entry, { file: federationFile, isInFile: at >= usual.length }))
}

function commonEntry(
  name: 'google' | 'github',
  clientId: string | undefined,
  secret: string | undefined,
): ProviderEntry | undefined {
  if (clientId === undefined && secret === undefined) return undefined
  const setting = `LATCHKEY_${name.toUpperCase()}_CLIENT`
  if (clientId === undefined || secret === undefined)
    throw fault(`${setting}_ID and ${setting}_SECRET are set together, or neither.`)
  return { name, kind: name, client_id: clientId, client_secret: secret }
}

function readEntries(file: string): ProviderEntry[] {
  try {
    return checkFile(parseStrictJson(readFileSync(file, 'utf8'))).providers
  } catch (cause) {
    const faults = cause instanceof Failure ? (cause.errors ?? []) : []
    const lines = faults.map(
      ({ pointer, detail }) => `LATCHKEY_FEDERATION_FILE: ${pointer || '/'}: ${detail}`,
    )
    throw new StartFault(
      lines.length > 0 ? lines : [`LATCHKEY_FEDERATION_FILE cannot be read: ${messageOf(cause)}.`],
      {
        cause,
        exitCode: 2,
      },
    )
  }
}

const titles: Record<Exclude<ProviderKind, 'openid'>, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  apple: 'Apple',
}

const usualScopes: Record<ProviderKind, string[]> = {
  google: ['openid', 'email', 'profile'],
  microsoft: ['openid', 'email', 'profile'],
  github: ['read:user', 'user:email'],
  apple: ['openid', 'email', 'name'],
  openid: ['openid', 'email', 'profile'],
}

function toProvider(
  entry: ProviderEntry,
  { file, isInFile }: { file: string | undefined; isInFile: boolean },
): Provider {
  const { name, kind, trusts_email: trustsEmail = false } = entry
  const isOneTenant =
    kind === 'microsoft' && !['common', 'organizations', 'consumers'].includes(entry.tenant ?? '')
  if (trustsEmail && kind !== 'openid' && !isOneTenant)
    throw wrong(entry, 'trusts_email is for kind openid, and for microsoft with one tenant')
  return {
    name,
    kind,
    clientId: entry.client_id,
    trustsEmail,
    title: entry.title ?? (kind === 'openid' ? name : titles[kind]),
    issuer: issuerOf(entry),
    secret: secretOf(entry, file),
    scopes: entry.scopes ?? usualScopes[kind],
    idTokenAlgorithm: entry.id_token_algorithm ?? 'RS256',
    trustedAcr: entry.trusted_acr ?? [],
    credentialsIn: credentialsOf(entry, isInFile),
    allowsPrivateAddresses: entry.allows_private_addresses ?? false,
  }
}

function credentialsOf({ name, kind, client_secret: secret }: ProviderEntry, isInFile: boolean): string {
  const setting = `LATCHKEY_${name.toUpperCase()}_CLIENT`
  if (!isInFile) return `${setting}_ID and ${setting}_SECRET`
  const usual = secret === undefined ? 'client_id and client_secret_file' : 'client_id and client_secret'
  const names = kind === 'apple' ? 'client_id, team_id, key_id and private_key_file' : usual
  return `${names} of ${name} in LATCHKEY_FEDERATION_FILE`
}

const usualIssuers: Partial<Record<ProviderKind, string>> = {
  google: 'https://accounts.google.com',
  github: gitHubIssuer,
  apple: 'https://appleid.apple.com',
}

/**
 * Returns the issuer of a provider. Those of Google, Apple and Microsoft are fixed; another one is for tests in a private
 * network.
 */
function issuerOf(entry: ProviderEntry): string {
  const { kind, issuer, tenant, allows_private_addresses: isPrivate } = entry
  if (kind === 'microsoft' && tenant === undefined) throw wrong(entry, 'kind microsoft needs a tenant')
  const usual = kind === 'microsoft' ? `https://login.microsoftonline.com/${tenant}/v2.0` : usualIssuers[kind]
  const chosen = issuer ?? usual
  if (chosen === undefined) throw wrong(entry, 'kind openid needs an issuer')
  const isFixed = kind === 'google' || kind === 'apple' || kind === 'microsoft'
  if (isFixed && issuer !== undefined && issuer !== usual && !isPrivate)
    throw wrong(entry, `kind ${kind} has an issuer of its own`)
  const url = URL.parse(chosen)
  const isClear = url?.protocol === 'http:' && isLoopback(url.hostname) && isPrivate
  if ((url?.protocol !== 'https:' && !isClear) || url?.search || url?.hash || url?.username)
    throw wrong(
      entry,
      'the issuer is not an https URL (http is for this machine, with allows_private_addresses)',
    )
  return kind === 'github' ? chosen.replace(/\/+$/, '') : chosen
}

function secretOf(entry: ProviderEntry, file: string | undefined): Provider['secret'] {
  const { kind, client_secret: secret, client_secret_file: secretFile } = entry
  const { team_id: teamId, key_id: keyId, private_key_file: keyFile } = entry
  const read = (path: string) => readSecret(entry, resolve(dirname(file ?? '.'), path))
  if (kind === 'apple') {
    if (teamId === undefined || keyId === undefined || keyFile === undefined)
      throw wrong(entry, 'kind apple needs team_id, key_id and private_key_file')
    return { teamId, keyId, privateKey: read(keyFile) }
  }
  if ((secret === undefined) === (secretFile === undefined))
    throw wrong(entry, 'one of client_secret and client_secret_file must be there')
  return { text: secret ?? read(secretFile ?? '') }
}

function readSecret(entry: ProviderEntry, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw wrong(entry, `a secret cannot be read from ${path}: ${messageOf(cause)}`)
  }
}

const wrong = ({ name }: Pick<ProviderEntry, 'name'>, reason: string) =>
  fault(`The provider ${name}: ${reason}.`)
const fault = (line: string): StartFault => new StartFault([line], { exitCode: 2 })
