import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildWithGo,
  buildWithMaven,
  installForPython,
  type Missing,
} from '#tests/support/foreign-packages.ts'
import { installedFolder } from '#tests/support/installed-folder.ts'
import type { Runnable } from '#tests/support/party-programs.ts'
import { repository } from '#tests/support/run-program.ts'

/** One way to set up an application, with what comes of it. */
export interface Setup {
  /** The words in which the result is printed. */
  called: string
  /** The settings of the application besides its client, as environment variables. */
  settings?: Record<string, string>
  /** The options of `latchkey clients create` besides the name and the addresses. */
  options?: string[]
  /** The parameters for the protection of the code that the authorization request has. */
  sends: ('code_challenge' | 'nonce')[]
  /** True where Latchkey refuses the authorization request, because it has no PKCE. */
  isRefused?: true
  /** The text that the application shows in place of the person, where it does not accept what Latchkey answers. */
  failsWith?: string
}

/** An application that logs people in with a library of others, as the quickstart of this library sets it up. */
export interface ForeignClient {
  /** The path at which Latchkey answers. */
  callback: string
  /** The path to which a logout at Latchkey leads back, where the application logs people out there too. */
  signedOut?: string
  /** The texts about the person that the application shows after a login. */
  shows: string[]
  setups: Setup[]
  /** Installs the packages of the application into `.cache/clients`. Returns the command that runs it. */
  prepare(): Runnable | Missing
}

/** The person who logs in. */
export const person = {
  username: 'grace',
  name: 'Grace Example',
  email: 'grace@example.com',
  password: 'correct horse battery',
}

const cache = join(repository, '.cache/clients/')
const sourceOf = (name: string): string => join(repository, 'tests/runtimes/clients', name)

export const foreignClients: Record<string, ForeignClient> = {
  'passport-openidconnect': {
    callback: '/cb',
    shows: [`Hello ${person.name}`, person.email],
    setups: [
      { called: 'as it comes', sends: [], isRefused: true },
      {
        called: 'with `nonce: true` and `or_nonce`',
        settings: { NONCE: 'true' },
        options: ['--require-pkce', 'or_nonce'],
        sends: ['nonce'],
      },
      { called: 'as it comes and with `never`', options: ['--require-pkce', 'never'], sends: [] },
    ],
    prepare() {
      const name = 'passport-openidconnect'
      const folder = installedFolder(`${sourceOf(name)}/`, { name, cache })
      // The packages are installed again only for another lock file. The app is copied each time.
      cpSync(join(sourceOf(name), 'app.js'), join(folder, 'app.js'))
      return { command: process.execPath, args: [join(folder, 'app.js')] }
    },
  },
  'zitadel-oidc': {
    callback: '/auth/callback',
    signedOut: '/',
    shows: [`Hello ${person.name}`, person.email],
    setups: [
      { called: 'as it comes', sends: [], isRefused: true },
      { called: 'with `rp.WithPKCE`', settings: { PKCE: 'always' }, sends: ['code_challenge'] },
      {
        called: 'with `rp.WithPKCEFromDiscovery`',
        settings: { PKCE: 'discovery' },
        sends: ['code_challenge'],
      },
      {
        called: 'with `rp.WithPKCE` and the prompt of the example',
        settings: { PKCE: 'always', PROMPT: 'Welcome back!' },
        sends: ['code_challenge'],
      },
      { called: 'as it comes and with `never`', options: ['--require-pkce', 'never'], sends: [] },
    ],
    prepare() {
      const built = buildWithGo(sourceOf('zitadel-oidc'), 'zitadel-oidc')
      return 'missing' in built ? built : { command: built.program, args: [] }
    },
  },
  'mozilla-django-oidc': {
    callback: '/oidc/callback/',
    shows: [person.email],
    setups: [
      { called: 'as it comes', sends: ['nonce'], isRefused: true },
      {
        called: 'with `OIDC_USE_PKCE` and `OIDC_RP_SIGN_ALGO`',
        settings: { SETTINGS: JSON.stringify({ OIDC_USE_PKCE: true, OIDC_RP_SIGN_ALGO: 'RS256' }) },
        sends: ['code_challenge', 'nonce'],
      },
      {
        called: 'with `OIDC_RP_SIGN_ALGO` and `or_nonce`',
        settings: { SETTINGS: JSON.stringify({ OIDC_RP_SIGN_ALGO: 'RS256' }) },
        options: ['--require-pkce', 'or_nonce'],
        sends: ['nonce'],
      },
      {
        called: 'as it comes and with `or_nonce`, for ID tokens of HS256',
        options: ['--require-pkce', 'or_nonce'],
        sends: ['nonce'],
        failsWith: "The provider algorithm 'RS256' does not match the client's OIDC_RP_SIGN_ALGO",
      },
    ],
    prepare() {
      const source = sourceOf('mozilla-django-oidc')
      const installed = installForPython(source, 'mozilla-django-oidc')
      if ('missing' in installed) return installed
      return { command: 'python3', args: [join(source, 'app.py')], ...installed }
    },
  },
  'mod_auth_openidc-2.4.12': {
    ...apacheClient('before 2.4.15', (patch) => patch < 15),
    setups: [
      { called: 'as it comes', sends: ['nonce'], isRefused: true },
      {
        called: 'with `OIDCPKCEMethod S256`',
        settings: { PKCE: 'S256' },
        sends: ['code_challenge', 'nonce'],
      },
      {
        called: 'as it comes and with `or_nonce`',
        options: ['--require-pkce', 'or_nonce'],
        sends: ['nonce'],
      },
    ],
  },
  'mod_auth_openidc-2.4.15': {
    ...apacheClient('from 2.4.15', (patch) => patch >= 15),
    setups: [{ called: 'as it comes', sends: ['code_challenge', 'nonce'] }],
  },
  'spring-security-6.5': {
    ...springClient('6.5'),
    setups: [
      { called: 'as it comes', sends: ['nonce'], isRefused: true },
      {
        called: 'with `clientSettings.requireProofKey`',
        settings: { PKCE: 'true' },
        sends: ['code_challenge', 'nonce'],
      },
      {
        called: 'as it comes and with `or_nonce`',
        options: ['--require-pkce', 'or_nonce'],
        sends: ['nonce'],
      },
    ],
  },
  'spring-security-7.1': {
    ...springClient('7.1'),
    setups: [{ called: 'as it comes', sends: ['code_challenge', 'nonce'] }],
  },
}

/** Returns the site of Apache, which is the same for each version of mod_auth_openidc. */
function apacheClient(versions: string, includes: (patch: number) => boolean): Omit<ForeignClient, 'setups'> {
  return {
    callback: '/protected/callback',
    signedOut: '/',
    shows: [`Hello ${person.name}`, person.email],
    prepare() {
      const apache = '/usr/sbin/apache2'
      if (!existsSync(apache))
        return { missing: `there is no ${apache}, as Debian's package apache2-bin has it` }
      const module = apacheModules().find((path) => includes(patchOf(path)))
      if (!module)
        return {
          missing: `there is no mod_auth_openidc ${versions}; LATCHKEY_TEST_MOD_AUTH_OPENIDC can name one`,
        }
      process.stdout.write(`  2.4.${patchOf(module)} in ${module}\n`)
      const start = join(sourceOf('mod_auth_openidc'), 'start.sh')
      return { command: 'sh', args: [start], environment: { MODULE: module } }
    },
  }
}

/** Returns the files of mod_auth_openidc on this machine: the one that the variable names, and that of Debian's package. */
function apacheModules(): string[] {
  const named = process.env.LATCHKEY_TEST_MOD_AUTH_OPENIDC
  if (named !== undefined && !existsSync(named)) throw new Error(`There is no ${named}.`)
  const ofDebian = '/usr/lib/apache2/modules/mod_auth_openidc.so'
  return [...(named === undefined ? [] : [named]), ...(existsSync(ofDebian) ? [ofDebian] : [])]
}

/** Returns the third number of the version of mod_auth_openidc, 2.4.x, which the module holds as a text. */
function patchOf(path: string): number {
  const [, patch] = /mod_auth_openidc-2\.4\.(\d+)/.exec(readFileSync(path, 'latin1')) ?? []
  if (patch === undefined) throw new Error(`${path} names no version 2.4 of mod_auth_openidc.`)
  return Number(patch)
}

/** Returns the application with Spring Security, which is the same for each version. */
function springClient(version: string): Omit<ForeignClient, 'setups'> {
  return {
    callback: '/login/oauth2/code/latchkey',
    signedOut: '/',
    shows: [`Hello ${person.name}`, person.email],
    prepare() {
      const pom = join(sourceOf('spring-security'), `pom-${version}.xml`)
      const built = buildWithMaven(pom, `spring-security-${version}`)
      if ('missing' in built) return built
      // The compiler of the virtual machine is told to start the application fast.
      const args = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', built.program]
      return { command: 'java', args, startsWithinMs: 300_000 }
    },
  }
}
