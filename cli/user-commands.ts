import { type Command, command, jsonFlag, targetFlags } from './command.ts'

const who = { operand: 'USER', flags: targetFlags } as const
const role = { oneOf: ['user', 'admin'] } as const

/**
 * The commands for support: they act on one user, by username, address or id. Like `commands.ts`, each start loads this file, so the
 * code of a command is imported only when it runs.
 */
export const userCommands: readonly Command[] = [
  command({
    name: 'users list',
    usage: 'users list [TEXT]',
    operand: 'TEXT',
    isOperandOptional: true,
    flags: {
      status: { oneOf: ['active', 'suspended'] },
      role,
      limit: { value: '50' },
      after: { value: 'CURSOR' },
      ...targetFlags,
    },
    meaning: 'users, oldest first, or those with a text in their username, address or name',
    prints: '`data`, the users, and `next_cursor`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/list.ts')).listUsersCommand(settings, operand, flags),
  }),
  command({
    name: 'users export',
    usage: 'users export [TEXT]',
    operand: 'TEXT',
    isOperandOptional: true,
    flags: {
      format: { oneOf: ['csv', 'jsonl'] },
      status: { oneOf: ['active', 'suspended'] },
      role,
      url: targetFlags.url,
      'api-key-file': targetFlags['api-key-file'],
    },
    meaning: 'the same users, all of them, as CSV or JSON Lines',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/export.ts')).exportUsersCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users show',
    meaning: 'everything about a user, by username, address or id',
    prints: 'the user: `id`, `username`, `email` and its other fields, with `login_state` and `lock`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/show.ts')).showUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users create',
    flags: {
      username: { required: true },
      email: { required: true },
      name: {},
      role,
      'password-stdin': { isSwitch: true },
      ...targetFlags,
    },
    meaning: 'make a user, with a password that is shown once',
    prints: 'the user: `id`, `username`, `email` and its other fields; `password`, if the command made it',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/create.ts')).createUserCommand(settings, flags),
  }),
  command({
    name: 'users invite',
    operand: 'ADDRESS|USER',
    flags: { name: {}, role, ...targetFlags },
    meaning: 'send somebody a mail to choose a password',
    prints: 'the user: `id`, `username`, `email` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/invite.ts')).inviteUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users invite-all',
    flags: { limit: { value: '500' }, ...jsonFlag },
    meaning: 'send a mail to choose a password to those who have none, so many at a time',
    prints: '`invited` and `left`, how many',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/invite-all.ts')).inviteAllCommand(settings, flags),
  }),
  command({
    name: 'users foreign-passwords',
    flags: jsonFlag,
    meaning: 'how many still have a password hash of another system, and until when it logs them in',
    prints: '`total`, `formats` with a number for each form of hash, and `until`, a time or null',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/foreign-passwords.ts')).foreignPasswordsCommand(settings, flags.json),
  }),
  command({
    name: 'users wrap-passwords',
    flags: {
      yes: { isSwitch: true, effect: 'confirms that every node runs this version' },
      wait: { isSwitch: true, effect: 'shows the progress until no such hash is left' },
      ...jsonFlag,
    },
    meaning:
      'have the user service store password hashes that are fast to guess inside argon2id; earlier versions no longer start after that',
    prints: '`waiting`, how many such hashes are left, and `since`, the time of the first run, or null',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/wrap-passwords.ts')).wrapPasswordsCommand(settings, flags),
  }),
  command({
    name: 'users update',
    operand: 'USER',
    flags: {
      username: {},
      email: {},
      name: {},
      role,
      locale: {},
      metadata: { value: 'JSON' },
      ...targetFlags,
    },
    meaning: 'change a user',
    prints: 'the user: `id`, `username`, `email` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/update.ts')).updateUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users suspend',
    operand: 'USER',
    flags: { reason: { value: 'TEXT' }, ...targetFlags },
    meaning: 'keep a user from logging in, and end all sessions',
    prints:
      'the user: `id`, `username`, `status` and its other fields; `sessions`, `pending` while they have not ended everywhere',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/suspend.ts')).suspendUserCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users restore',
    meaning: 'let a suspended user log in again',
    prints: 'the user: `id`, `username`, `status` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/suspend.ts')).restoreUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users delete',
    operand: 'USER',
    flags: { yes: { isSwitch: true, effect: 'asks nothing' }, ...targetFlags },
    meaning: 'delete a user for good',
    prints: '`id` and `deleted`; `sessions`, `pending` while they have not ended everywhere',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/delete.ts')).deleteUserCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users unlock',
    meaning: 'forget the wrong passwords that were tried for a user',
    prints: '`unlocked`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/unlock.ts')).unlockUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users reset-password',
    operand: 'USER',
    flags: {
      temporary: { isSwitch: true, effect: 'shows a password that must be changed instead' },
      ...targetFlags,
    },
    meaning: 'send a mail to set another password',
    prints:
      '`id`; `email` and `link_sent`, or with `--temporary` `username`, `temporary_password`, `expires_at` and, while they have not ended everywhere, `sessions`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/reset-password.ts')).resetPasswordCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users factors',
    meaning: 'which second factors a user has',
    prints: '`totp`, `recovery_codes`, `is_required_at_login` and `passkeys`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/factors.ts')).showFactorsCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users reset-factors',
    meaning: 'remove the second factors of a user who has lost them, and end all sessions',
    prints:
      '`id`, `username` and `factors_reset`; `sessions`, `pending` while they have not ended everywhere',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/factors.ts')).resetFactorsCommand(settings, operand, flags),
  }),
  command({
    name: 'users verify-email',
    operand: 'USER',
    flags: { email: { value: 'ADDRESS' }, ...targetFlags },
    meaning: 'confirm the address of a user by hand',
    prints: 'the user: `id`, `username`, `email` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/verify-email.ts')).verifyEmailCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'sessions list',
    meaning: 'where a user is logged in',
    prints: '`data`, the sessions',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/sessions/list.ts')).listSessionsCommand(settings, operand, flags),
  }),
  command({
    name: 'sessions end',
    operand: 'USER',
    flags: { session: { value: 'ID' }, ...targetFlags },
    meaning: 'end all sessions of a user, or the one with an id',
    prints: '`ended`, how many',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/sessions/end.ts')).endUserSessionsCommand(settings, operand, flags),
  }),
  command({
    name: 'history',
    operand: 'USER',
    flags: { since: { value: '7d' }, type: { value: 'a,b' }, limit: { value: '100' }, ...targetFlags },
    meaning: 'what happened to a user, from where, by whom and why',
    prints: '`data`, the events, the oldest first',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/history.ts')).historyCommand(settings, operand, flags),
  }),
]
