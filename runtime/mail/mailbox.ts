import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Mail, Mailer } from './mail.ts'

export interface KeptMail extends Mail {
  /** The time at which the mail was sent, in epoch milliseconds. */
  at: number
}

/**
 * A folder with a file for each mail. Mails are stored there while no mail server is set. The mailbox is meant for development
 * only.
 */
export interface Mailbox extends Mailer {
  /** Returns all mails, the newest first. */
  list(): Promise<KeptMail[]>
  find(id: string): Promise<KeptMail | undefined>
}

/** The number of mails that the mailbox has; older ones are removed. */
export const maxMails = 500
/**
 * The number of new mails after which old ones are removed. It is not done for each mail, because reading the folder costs more
 * than writing a mail.
 */
const sentBetweenLooks = 100

/** Opens a mailbox. Its folder is created with the first mail. */
export function openMailbox(folder: string, clock: Clock): Mailbox {
  const fileOf = (id: string) => join(folder, `${id}.json`)
  const read = async (id: string): Promise<KeptMail> => JSON.parse(await readFile(fileOf(id), 'utf8'))
  let sent = 0
  return {
    server: undefined,
    async send(mail) {
      if (!isId(mail.id)) throw new Error('The id of a mail cannot be the name of a file.')
      const kept: KeptMail = { ...mail, at: clock.now() }
      const unfinished = join(folder, `${mail.id}.unfinished`)
      const write = () => writeFile(unfinished, JSON.stringify(kept, null, 2), { mode: 0o600 })
      await write().catch(async (error) => {
        unlessGone(error)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await write()
      })
      await rename(unfinished, fileOf(mail.id))
      if (sent++ % sentBetweenLooks !== 0) return undefined
      const surplus = (await idsIn(folder)).slice(maxMails)
      await Promise.all(surplus.map((id) => rm(fileOf(id), { force: true })))
      return undefined
    },
    async list() {
      const newest = (await idsIn(folder)).slice(0, maxMails)
      const found = await Promise.all(newest.map((id) => read(id).catch(unlessGone)))
      return found.filter((mail) => mail !== undefined)
    },
    find: async (id) => (isId(id) ? read(id).catch(unlessGone) : undefined),
    async stop() {},
  }
}

const isId = (id: string): boolean => /^[\w-]{1,100}$/.test(id)

/** Returns the ids of the mails in a folder, the newest first: they are UUIDv7, which sort by time. */
async function idsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessGone)) ?? []
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse()
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
