import type { UserAction } from '#contract/user-support.ts'
import type { Texts } from '../../texts/texts.ts'

interface BulkAction {
  action: UserAction
  /** The words of this action, which are those of the same action on one user. */
  words: keyof Texts['actions']
  /** True for what cannot be undone, or shuts somebody out. */
  isDangerous?: boolean
  /** The field of the form that the action needs, besides the button. */
  field?: 'reason' | 'number'
}

/** What can be done to the chosen users, in the order of the choice. */
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
