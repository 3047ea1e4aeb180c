import { type Command, command, jsonFlag, targetFlags } from './command.ts'

const who = { operand: 'USER', flags: targetFlags } as const
const role = { oneOf: ['user', 'admin'], effect: 'Role of the user (default user)' } as const
const roleFilter = { oneOf: ['user', 'admin'], effect: 'Only users with this role' } as const
const statusFilter = { oneOf: ['active', 'suspended'], effect: 'Only users with this status' } as const

/**
 * The commands for support: they act on one user, by username, email address or id. Like `commands.ts`, each start loads this file, so the
 * code of a command is imported only when it runs.
 */
export const userCommands: readonly Command[] = [
  command({
    name: 'users list',
    usage: 'users list [TEXT]',
    operand: 'TEXT',
    isOperandOptional: true,
    flags: {
      status: statusFilter,
      role: roleFilter,
      limit: { value: 'N', effect: 'Number of users (default 50)' },
      after: { value: 'CURSOR', effect: 'Continue a list at this cursor' },
      ...targetFlags,
    },
    meaning: 'List users, oldest first',
    details: 'TEXT selects users whose username, email address or name contains it.',
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
      format: { oneOf: ['csv', 'jsonl'], effect: 'CSV or JSON Lines (default csv)' },
      status: statusFilter,
      role: roleFilter,
      url: targetFlags.url,
      'api-key-file': targetFlags['api-key-file'],
    },
    meaning: 'Print all users as CSV or JSON Lines',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/export.ts')).exportUsersCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users show',
    meaning: 'Show a user',
    prints: 'the user: `id`, `username`, `email` and its other fields, with `login_state` and `lock`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/show.ts')).showUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users create',
    flags: {
      username: { value: 'NAME', required: true, effect: 'Username' },
      email: { value: 'EMAIL', required: true, effect: 'Email address' },
      name: { value: 'NAME', effect: 'Full name (default: the username)' },
      role,
      'password-stdin': { isSwitch: true, effect: 'Read the password from the standard input' },
      ...targetFlags,
    },
    meaning: 'Create a user and print its password once',
    prints: 'the user: `id`, `username`, `email` and its other fields; `password`, if the command created it',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/create.ts')).createUserCommand(settings, flags),
  }),
  command({
    name: 'users invite',
    operand: 'EMAIL|USER',
    flags: {
      name: { value: 'NAME', effect: 'Full name of a new user (default: from the email address)' },
      role: { ...role, effect: 'Role of a new user (default user)' },
      ...targetFlags,
    },
    meaning: 'Email an invitation to choose a password',
    details:
      'Creates the user if no user has the email address, and sends the invitation again to a user without a password.',
    prints: 'the user: `id`, `username`, `email` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/invite.ts')).inviteUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users invite-all',
    flags: { limit: { value: 'N', effect: 'Number of users to invite (default 500)' }, ...jsonFlag },
    meaning: 'Invite users without a password, in batches',
    prints: '`invited` and `left`, numbers of users',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/invite-all.ts')).inviteAllCommand(settings, flags),
  }),
  command({
    name: 'users foreign-passwords',
    flags: jsonFlag,
    meaning: 'Count password hashes imported from other systems',
    prints: '`total`, `formats` with a number for each format, and `until`, a time or null',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/foreign-passwords.ts')).foreignPasswordsCommand(settings, flags.json),
  }),
  command({
    name: 'users wrap-passwords',
    flags: {
      yes: { isSwitch: true, effect: 'Confirm that every node runs this version' },
      wait: { isSwitch: true, effect: 'Wait until no such hash is left, and show the progress' },
      ...jsonFlag,
    },
    meaning: 'Store fast password hashes inside argon2id',
    details:
      'Runs in the background in the user service. Cannot be undone: earlier versions can no longer use this database.',
    prints: '`waiting`, the number of fast hashes left, and `since`, the time of the first run, or null',
    run: async ({ settings, flags }) =>
      (await import('./commands/users/wrap-passwords.ts')).wrapPasswordsCommand(settings, flags),
  }),
  command({
    name: 'users update',
    operand: 'USER',
    flags: {
      username: { value: 'NAME', effect: 'New username' },
      email: { value: 'EMAIL', effect: 'New email address' },
      name: { value: 'NAME', effect: 'New full name' },
      role: { ...role, effect: 'New role' },
      locale: { value: 'LOCALE', effect: 'Language of emails and pages, such as de' },
      metadata: { value: 'JSON', effect: 'New metadata, a JSON object' },
      ...targetFlags,
    },
    meaning: 'Update a user',
    prints: 'the user: `id`, `username`, `email` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/update.ts')).updateUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users suspend',
    operand: 'USER',
    flags: {
      reason: { value: 'TEXT', effect: 'Reason, shown to other admins in the audit log' },
      ...targetFlags,
    },
    meaning: 'Suspend a user and end all sessions',
    prints:
      'the user: `id`, `username`, `status` and its other fields; `sessions`, `pending` until they have ended everywhere',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/suspend.ts')).suspendUserCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users restore',
    meaning: 'Restore access for a suspended user',
    prints: 'the user: `id`, `username`, `status` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/suspend.ts')).restoreUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users delete',
    operand: 'USER',
    flags: { yes: { isSwitch: true, effect: 'Skip the confirmation' }, ...targetFlags },
    meaning: 'Delete a user permanently',
    prints: '`id` and `deleted`; `sessions`, `pending` until they have ended everywhere',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/delete.ts')).deleteUserCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users unlock',
    meaning: 'Unlock a user after too many wrong passwords',
    prints: '`unlocked`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/unlock.ts')).unlockUserCommand(settings, operand, flags),
  }),
  command({
    name: 'users reset-password',
    operand: 'USER',
    flags: {
      temporary: { isSwitch: true, effect: 'Print a temporary password instead of sending an email' },
      ...targetFlags,
    },
    meaning: 'Email a user a link to set a new password',
    prints:
      '`id`; `email` and `link_sent`, or with `--temporary` `username`, `temporary_password`, `expires_at` and, until they have ended everywhere, `sessions`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/reset-password.ts')).resetPasswordCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users factors',
    meaning: 'Show the second factors of a user',
    prints: '`totp`, `recovery_codes`, `is_required_at_login` and `passkeys`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/factors.ts')).showFactorsCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'users reset-factors',
    meaning: 'Remove all second factors of a user',
    prints: '`id`, `username` and `factors_reset`; `sessions`, `pending` until they have ended everywhere',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/factors.ts')).resetFactorsCommand(settings, operand, flags),
  }),
  command({
    name: 'users verify-email',
    operand: 'USER',
    flags: {
      email: { value: 'EMAIL', effect: 'Address to confirm (default: the current one)' },
      ...targetFlags,
    },
    meaning: 'Mark the email address of a user as confirmed',
    prints: 'the user: `id`, `username`, `email` and its other fields',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/users/verify-email.ts')).verifyEmailCommand(settings, operand, flags),
  }),
  command({
    ...who,
    name: 'sessions list',
    meaning: 'List the sessions of a user',
    prints: '`data`, the sessions',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/sessions/list.ts')).listSessionsCommand(settings, operand, flags),
  }),
  command({
    name: 'sessions end',
    operand: 'USER',
    flags: { session: { value: 'ID', effect: 'End only this session' }, ...targetFlags },
    meaning: 'End all sessions of a user',
    prints: '`ended`, the number of sessions',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/sessions/end.ts')).endUserSessionsCommand(settings, operand, flags),
  }),
  command({
    name: 'sessions end-all',
    flags: {
      'after-restore': {
        isSwitch: true,
        effect: 'Also end links and trusted devices and revoke signing keys, after a restore of PostgreSQL',
      },
      ...jsonFlag,
    },
    meaning: 'End all sessions of all users',
    prints:
      '`sessions_ended`; with `--after-restore` also `links_ended`, `devices_forgotten`, `signing_keys_revoked`, `api_keys_still_good`',
    run: async ({ settings, flags }) =>
      (await import('./commands/sessions/end-all.ts')).endSessionsCommand(settings, flags),
  }),
  command({
    name: 'history',
    operand: 'USER',
    flags: {
      since: { value: 'DURATION', effect: 'Only events of this last period, such as 7d' },
      type: { value: 'TYPE,…', effect: 'Only events of these types' },
      limit: { value: 'N', effect: 'Number of events (default 100)' },
      ...targetFlags,
    },
    meaning: 'List the events of a user, with origin and author',
    prints: '`data`, the events, oldest first',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/history.ts')).historyCommand(settings, operand, flags),
  }),
]
