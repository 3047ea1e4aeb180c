import { type Command, command, jsonFlag } from './command.ts'

/** The commands for signing keys and API keys. The code of a command is imported only when it runs. */
export const keyCommands: readonly Command[] = [
  command({
    name: 'keys list',
    flags: jsonFlag,
    meaning: 'the signing keys',
    prints: '`data`, the signing keys, the oldest first',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).listKeysCommand(settings, flags.json),
  }),
  command({
    name: 'keys rotate',
    flags: {
      now: { isSwitch: true, effect: 'lets it sign at once' },
      purpose: { oneOf: ['access', 'refresh', 'id_token', 'id_token_es256', 'id_token_eddsa'] },
      ...jsonFlag,
    },
    meaning: 'publish the next signing key',
    prints: '`data`, the signing keys after it',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).rotateKeysCommand(settings, flags),
  }),
  command({
    name: 'keys revoke',
    flags: { kid: { value: 'KID', required: 'the KID of a key; see keys list' }, ...jsonFlag },
    meaning: 'refuse a key and every token under it',
    prints: '`data`, the signing keys after it',
    run: async ({ settings, flags }) =>
      (await import('./commands/keys.ts')).revokeKeyCommand(settings, flags),
  }),

  command({
    name: 'api-keys create',
    flags: {
      name: { required: true },
      scopes: { value: 'a,b', required: true },
      expires: { value: '90d' },
      ...jsonFlag,
    },
    meaning: 'make a key for a machine',
    prints:
      'the API key: `id`, `name`, `scopes`, `expires_at` and its other fields, with `key`, which is shown once',
    run: async ({ settings, flags }) =>
      (await import('./commands/api-keys.ts')).createApiKeyCommand(settings, flags),
  }),
  command({
    name: 'api-keys list',
    flags: jsonFlag,
    meaning: 'every key, what it may do, and when it was last used',
    prints: '`data`, the API keys',
    run: async ({ settings, flags }) =>
      (await import('./commands/api-keys.ts')).listApiKeysCommand(settings, flags.json),
  }),
  command({
    name: 'api-keys revoke',
    operand: 'ID',
    flags: jsonFlag,
    meaning: 'refuse a key from now on',
    prints: '`id` and `revoked`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/api-keys.ts')).revokeApiKeyCommand(settings, operand, flags.json),
  }),
]
