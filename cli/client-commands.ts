import {
  clientAuthMethods,
  clientGrantTypes,
  idTokenAlgorithms,
  pkceRequirements,
} from '#contract/oidc/client.ts'
import { type Command, command, targetFlags } from './command.ts'
import { frameworks } from './commands/clients/frameworks.ts'

const yesOrNo = ['yes', 'no'] as const

/** The flags for the settings of a client. The parts of a list are separated by commas. */
const settings = {
  'redirect-uris': { value: 'URI,…', effect: 'Redirect URIs' },
  'logout-uris': { value: 'URI,…', effect: 'Post-logout redirect URIs' },
  'backchannel-logout-uri': { value: 'URL', effect: 'Back-channel logout URI' },
  'auth-method': { oneOf: clientAuthMethods, value: 'METHOD', effect: 'Client authentication' },
  jwks: { value: 'FILE', effect: 'Public keys for private_key_jwt, as a JSON Web Key Set' },
  grants: { value: 'GRANT,…', effect: `Grant types: ${clientGrantTypes.join(', ')}` },
  scopes: { value: 'SCOPE,…', effect: 'Scopes that the client may request' },
  resources: { value: 'URI,…', effect: 'APIs that the client may get access tokens for' },
  'id-token-alg': { oneOf: idTokenAlgorithms, value: 'ALG', effect: 'Signing algorithm of ID tokens' },
  'first-party': { oneOf: yesOrNo, effect: 'Skip the consent page' },
  'pushed-requests': { oneOf: yesOrNo, effect: 'Require pushed authorization requests (PAR)' },
  'require-pkce': { oneOf: pkceRequirements, value: 'WHEN', effect: 'Require PKCE' },
  dpop: { oneOf: yesOrNo, effect: 'Bind access tokens to a key of the client (DPoP)' },
  ...targetFlags,
} as const

/** The commands for OpenID clients: applications to which users sign in. The code of a command is imported only when it runs. */
export const clientCommands: readonly Command[] = [
  command({
    name: 'clients create',
    flags: {
      name: { value: 'NAME', required: true, effect: 'Name of the application, shown to users' },
      for: {
        oneOf: frameworks,
        value: 'FRAMEWORK',
        effect: 'Register a web application that uses signIn(), and print its environment',
      },
      origin: {
        value: 'URL',
        effect: 'With --for: the origin of the application; its development server if absent',
      },
      ...settings,
    },
    meaning: 'Create a client and print its secret once',
    prints:
      'the client: `id`, `name` and its other fields; `client_secret`, if it has one; with `--for`, `environment`',
    run: async ({ settings, flags }) =>
      (await import('./commands/clients/create.ts')).createClientCommand(settings, flags),
  }),
  command({
    name: 'clients list',
    flags: targetFlags,
    meaning: 'List clients',
    prints: '`data`, the clients',
    run: async ({ settings, flags }) =>
      (await import('./commands/clients/list.ts')).listClientsCommand(settings, flags),
  }),
  command({
    name: 'clients update',
    operand: 'ID',
    flags: {
      name: { value: 'NAME', effect: 'New name of the application' },
      enabled: { oneOf: yesOrNo, effect: 'Enable or disable the client' },
      ...settings,
    },
    meaning: 'Update, enable or disable a client',
    prints: 'the client: `id`, `name` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/clients/update.ts')).updateClientCommand(settings, operand, flags),
  }),
  command({
    name: 'clients rotate-secret',
    operand: 'ID',
    flags: { now: { isSwitch: true, effect: 'Revoke the previous secret immediately' }, ...targetFlags },
    meaning: 'Add a client secret and print it once',
    details: 'The previous secret stays valid until the next rotation.',
    prints: '`id` and `client_secret`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/clients/rotate-secret.ts')).rotateClientSecretCommand(
        settings,
        operand,
        flags,
      ),
  }),
  command({
    name: 'clients delete',
    operand: 'ID',
    flags: targetFlags,
    meaning: 'Delete a client permanently',
    prints: '`id` and `deleted`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/clients/delete.ts')).deleteClientCommand(settings, operand, flags),
  }),
]
