import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type System, send } from './system.ts'
import { until } from './until.ts'

export interface SentMail {
  to: string
  subject: string
  text: string
  html: string
  language: string
}

/** The key that opens the mailbox, as whoever may read the data folder has it. */
export const mailboxKey = (data: string): string => readFileSync(join(data, 'mailbox-key'), 'utf8').trim()

/** What was sent to an address so far, the oldest first. */
export async function mailTo(system: Pick<System, 'usersUrl' | 'data'>, to: string): Promise<SentMail[]> {
  const query = `key=${mailboxKey(system.data)}&to=${encodeURIComponent(to)}`
  const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?${query}`)
  return (body.data as SentMail[]).toReversed()
}

/** The token of the newest link to a page, once there are so many mails with one. */
export async function tokenFor(
  system: Pick<System, 'usersUrl' | 'data'>,
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
    const now = system.clock.now()
    // What a busy machine refused is tried again later, which never comes on a clock that stands still. In hand is what is due in half a minute.
    await db.query`
      UPDATE outbox SET due_at = ${now}
      WHERE dead_at IS NULL AND last_error IS NOT NULL AND due_at > ${now} AND due_at < ${now + 20_000}`
    const rows = await db.query`SELECT id FROM outbox WHERE dead_at IS NULL`
    return rows.length === 0
  })
}
