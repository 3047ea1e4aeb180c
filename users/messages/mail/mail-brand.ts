import type { Language } from '#contract/declaration/languages.ts'
import { findBranding } from '../../branding/index.ts'
import type { Users } from '../../core/users.ts'

/** The appearance of mails: what the environment sets of it, and else what admins have stored. */
export interface MailBrand {
  /** The language of mail to users whose language is not known. */
  language: Language
}

/** Reads the branding for a mail that is about to be sent. */
export async function findMailBrand({ db, mail }: Pick<Users, 'db' | 'mail'>): Promise<MailBrand> {
  const stored = await findBranding(db)
  return { language: mail.language ?? stored.language ?? 'en' }
}
