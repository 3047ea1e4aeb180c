import type { UserAction } from '#contract/users/user-support.ts'
import type { Texts } from '../../texts/texts.ts'

interface BulkAction {
  action: UserAction
  /** The key of the texts that explain this action, which are the same as for one user. */
  words: keyof Texts['actions']
  /** True for an action that cannot be undone, or that changes who can sign in or what they may do. Its button is red. */
  isDangerous?: boolean
  /** The field that the form of this action needs: the reason, or the number of users as a confirmation. */
  field?: 'reason' | 'number'
}

/** The actions on the chosen users, in the order in which the form offers them. */
export const bulkActions: readonly BulkAction[] = [
  { action: 'end_sessions', words: 'endSessions' },
  { action: 'send_password_reset', words: 'sendReset' },
  { action: 'invite', words: 'invite' },
  { action: 'confirm_email', words: 'confirmAddress' },
  { action: 'suspend', words: 'suspend', isDangerous: true, field: 'reason' },
  { action: 'restore', words: 'restore' },
  { action: 'make_admin', words: 'makeAdmin', isDangerous: true },
  { action: 'make_user', words: 'makeUser', isDangerous: true },
  { action: 'delete', words: 'delete', isDangerous: true, field: 'number' },
]
