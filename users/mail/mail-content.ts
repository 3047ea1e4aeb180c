/** The username or the name of the API key; null for the command line. */
export type Maker = { user: string } | { apiKey: string } | null

/** What a mail is about. Links are whole URLs; times are epoch milliseconds. */
export type MailContent =
  | { kind: 'verify_email'; username: string; link: string; hours: number }
  | { kind: 'reset_password'; username: string; link: string; minutes: number }
  | { kind: 'invitation'; username: string; link: string; days: number }
  /** To the new address, which the link confirms. */
  | { kind: 'confirm_email_change'; username: string; email: string; link: string; minutes: number }
  /** To the old address; the link is for those who did not ask for it. */
  | { kind: 'email_change_requested'; username: string; email: string; link: string }
  /** To the old address; the link undoes it. */
  | { kind: 'email_changed'; username: string; email: string; link: string; days: number }
  /** To the old address; only who may change users can undo it. */
  | { kind: 'email_changed_by_admin'; username: string; email: string }
  /** `made` has a line for each API key and webhook that the user made lately. */
  | { kind: 'password_changed'; username: string; at: number; link: string; made?: string }
  | {
      kind: 'new_sign_in'
      username: string
      device: string | null
      address: string
      at: number
      link: string
    }
  /** Somebody tried to sign up with the address of this user. */
  | { kind: 'address_in_use'; username: string; link: string }
  | { kind: 'user_deleted'; username: string }
  /** To admins. Its server said that it is gone, or took nothing for days. */
  | { kind: 'webhook_disabled'; url: string; isGone: boolean }
  /** To admins, as the two below. It outlasts whoever made it. */
  | { kind: 'api_key_created'; id: string; name: string; scopes: string; by: Maker; at: number }
  | {
      kind: 'webhook_set_up'
      id: string
      url: string
      eventTypes: string
      isNew: boolean
      by: Maker
      at: number
    }
  /** `ended` and `left` have a line for each API key and webhook. */
  | { kind: 'user_secured'; user: string; ended: string; left: string; at: number }
  | { kind: 'admin_added'; admin: string; by: Maker; at: number }
  | { kind: 'notification'; title: string; body: string | null }

export type MailKind = MailContent['kind']
export type MailOf<K extends MailKind> = Extract<MailContent, { kind: K }>
