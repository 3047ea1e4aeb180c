import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#tests/support/system.ts'
import type { Addresses } from './requests.ts'

export interface Reads {
  answered: number
  /** The requests that got another status than 200, each as a text. */
  failed: string[]
}

/**
 * Starts a simulated client that only reads. Each of its requests must succeed, also while writes are
 * refused.
 */
export function startReading({ users, auth, token }: Addresses): { stop(): Promise<Reads> } {
  const urls = [`${users}/api/v1/users/me`, `${users}/api/v1/users?limit=5`, `${auth}/auth/validate`]
  const failed = new Map<string, string>()
  let answered = 0
  let isOver = false

  async function read(): Promise<void> {
    while (!isOver) {
      for (const url of urls) {
        const { status, body } = await send('GET', url, { token })
        if (status === 200) answered++
        else failed.set(url, `GET ${url} was answered ${status} ${JSON.stringify(body)}`)
      }
      await sleep(5)
    }
  }
  const reading = read()
  return {
    async stop() {
      isOver = true
      await reading
      return { answered, failed: [...failed.values()] }
    },
  }
}
