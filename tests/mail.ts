import { type System, send } from './system.ts'
import { until } from './until.ts'

export interface SentMail {
  to: string
  subject: string
  text: string
  html: string
  language: string
}

/** What was sent to an address so far, the oldest first. */
export async function mailTo(system: System, to: string): Promise<SentMail[]> {
  const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?to=${encodeURIComponent(to)}`)
  return (body.data as SentMail[]).toReversed()
}

/** The token of the newest link to a page, once there are so many mails with one. */
export async function tokenFor(
  system: System,
  to: string,
  page: string,
  { count = 1 }: { count?: number } = {},
): Promise<string> {
  const link = new RegExp(`/account/${page}\\?token=([\\w-]+)`)
  let found: SentMail[] = []
  await until(`a mail to ${to} with a link to ${page}`, async () => {
    found = (await mailTo(system, to)).filter(({ text }) => link.test(text))
    return found.length >= count
  })
  return link.exec(found.at(-1)?.text ?? '')?.[1] ?? ''
}

/** Once nothing waits in the outbox any more: all mail that there will be has been sent. */
export async function mailIsSent(system: System): Promise<void> {
  const db = await system.database('users')
  await until('an empty outbox', async () => {
    const rows = await db.query`SELECT id FROM outbox WHERE dead_at IS NULL`
    return rows.length === 0
  })
}
