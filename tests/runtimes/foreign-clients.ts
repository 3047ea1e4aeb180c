import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { buildWithGo, type Missing } from '#tests/support/foreign-packages.ts'
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
  /** The text that people read instead of a login, where Latchkey refuses this setup. */
  refusal?: string
}

/** An application that logs people in with a library of others, as the quickstart of this library sets it up. */
export interface ForeignClient {
  /** The path at which Latchkey answers. */
  callback: string
  /** The path to which a logout at Latchkey leads back, where the application logs people out there too. */
  signedOut?: string
  setups: Setup[]
  /** Installs the packages of the application into `.cache/clients`. Returns the command that runs it. */
  prepare(): Runnable | Missing
}

const cache = join(repository, '.cache/clients/')
const sourceOf = (name: string): string => join(repository, 'tests/runtimes/clients', name)

export const foreignClients: Record<string, ForeignClient> = {
  'passport-openidconnect': {
    callback: '/cb',
    setups: [
      { called: 'as it comes', sends: [], refusal: 'requires PKCE' },
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
    setups: [
      { called: 'as it comes', sends: [], refusal: 'requires PKCE' },
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
}
