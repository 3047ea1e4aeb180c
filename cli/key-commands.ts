import { type Command, command, jsonFlag } from './command.ts'

/** The commands for signing keys and API keys. The code of a command is imported only when it runs. */
export const keyCommands: readonly Command[] = [
  command({
    name: 'keys list',
    flags: jsonFlag,
    meaning: 'List signing keys',
    prints: '`data`, the signing keys, oldest first',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).listKeysCommand(settings, flags.json),
  }),
  command({
    name: 'keys rotate',
    flags: {
      now: { isSwitch: true, effect: 'Sign with the new key immediately' },
      purpose: {
        oneOf: ['access', 'refresh', 'id_token', 'id_token_es256', 'id_token_eddsa'],
        value: 'PURPOSE',
        effect: 'Tokens that the key signs (default access)',
      },
      ...jsonFlag,
    },
    meaning: 'Publish the next signing key',
    prints: '`data`, the signing keys after the change',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).rotateKeysCommand(settings, flags),
  }),
  command({
    name: 'keys revoke',
    flags: {
      kid: { value: 'KID', required: 'the KID of a key (see keys list)', effect: 'Key to revoke' },
      ...jsonFlag,
    },
    meaning: 'Revoke a signing key and all tokens it signed',
    prints: '`data`, the signing keys after the change',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).revokeKeyCommand(settings, flags),
  }),

  command({
    name: 'api-keys create',
    flags: {
      name: { value: 'NAME', required: true, effect: 'Name of the key' },
      scopes: { value: 'SCOPE,…', required: true, effect: 'Scopes of the key' },
      expires: { value: 'DURATION', effect: 'Lifetime of the key (default 90d)' },
      ...jsonFlag,
    },
    meaning: 'Create an API key and print it once',
    prints:
      'the API key: `id`, `name`, `scopes`, `expires_at` and its other fields, with `key`, which is shown once',
    run: async ({ settings, flags }) =>
      (await import('./commands/api-keys.ts')).createApiKeyCommand(settings, flags),
  }),
  command({
    name: 'api-keys list',
    flags: jsonFlag,
    meaning: 'List API keys, with scopes and last use',
    prints: '`data`, the API keys',
    run: async ({ settings, flags }) =>
      (await import('./commands/api-keys.ts')).listApiKeysCommand(settings, flags.json),
  }),
  command({
    name: 'api-keys revoke',
    operand: 'ID',
    flags: jsonFlag,
    meaning: 'Revoke an API key',
    prints: '`id` and `revoked`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/api-keys.ts')).revokeApiKeyCommand(settings, operand, flags.json),
  }),
]
