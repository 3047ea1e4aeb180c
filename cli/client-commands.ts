import { clientAuthMethods, idTokenAlgorithms, pkceRequirements } from '#contract/oidc/client.ts'
import { type Command, command, targetFlags } from './command.ts'

const yesOrNo = { oneOf: ['yes', 'no'] } as const

/** The flags for the settings of a client. The parts of a list are separated by commas. */
const settings = {
  'redirect-uris': { value: 'a,b' },
  'logout-uris': { value: 'a,b' },
  'backchannel-logout-uri': { value: 'URL' },
  'auth-method': { oneOf: clientAuthMethods },
  jwks: { value: 'FILE' },
  grants: { value: 'a,b' },
  scopes: { value: 'a,b' },
  resources: { value: 'a,b' },
  'id-token-alg': { oneOf: idTokenAlgorithms },
  'first-party': yesOrNo,
  'pushed-requests': yesOrNo,
  'require-pkce': { oneOf: pkceRequirements },
  dpop: yesOrNo,
  ...targetFlags,
} as const

/** The commands for OpenID clients: applications that log people in. The code of a command is imported only when it runs. */
export const clientCommands: readonly Command[] = [
  command({
    name: 'clients create',
    flags: { name: { required: true }, ...settings },
    meaning: 'let an application log people in by OpenID Connect; a secret is shown once',
    prints: 'the client: `id`, `name` and its other fields; `client_secret`, if it has one',
    run: async ({ settings, flags }) =>
      (await import('./commands/clients/create.ts')).createClientCommand(settings, flags),
  }),
  command({
    name: 'clients list',
    flags: targetFlags,
    meaning: 'applications that log people in by OpenID Connect',
    prints: '`data`, the clients',
    run: async ({ settings, flags }) =>
      (await import('./commands/clients/list.ts')).listClientsCommand(settings, flags),
  }),
  command({
    name: 'clients update',
    operand: 'ID',
    flags: { name: {}, enabled: yesOrNo, ...settings },
    meaning: 'change, disable or enable a client',
    prints: 'the client: `id`, `name` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/clients/update.ts')).updateClientCommand(settings, operand, flags),
  }),
  command({
    name: 'clients rotate-secret',
    operand: 'ID',
    flags: { now: { isSwitch: true, effect: 'revokes the one before at once' }, ...targetFlags },
    meaning: 'another secret; the one before is good until the next rotation',
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
    meaning: 'refuse a client for good',
    prints: '`id` and `deleted`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/clients/delete.ts')).deleteClientCommand(settings, operand, flags),
  }),
]
