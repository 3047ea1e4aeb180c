import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#tests/support/system.ts'
import type { Addresses } from './requests.ts'

const clients = 4
const pauseMs = 5

export interface Validations {
  /** The number of validations that accepted the token of a living session, as they must. */
  readonly done: number
  /** The validations with another result or without a reply, each as a text. */
  failed: string[]
  stop(): Promise<void>
}

/** Signs in a few users who stay signed in, and validates their tokens until it is stopped. */
export async function startValidating({ users, auth, token }: Addresses): Promise<Validations> {
  let done = 0
  let isOver = false
  const failed: string[] = []
  const signIn = async (number: number): Promise<string> => {
    const body = { username: `validated-${number}`, password: 'a long password' }
    const created = await send('POST', `${users}/api/v1/users`, {
      token,
      body: { ...body, name: body.username, email: `${body.username}@example.com` },
    })
    const pair = await send('POST', `${auth}/auth/login`, { body })
    if (created.status !== 201 || pair.status !== 200)
      throw new Error(`A user could not sign in: ${created.status}, ${pair.status}`)
    return pair.body.access_token
  }
  const validate = async (own: string): Promise<void> => {
    while (!isOver) {
      try {
        const { status, body } = await send('GET', `${auth}/auth/validate`, { token: own })
        if (status === 200) done++
        else failed.push(`a validation was answered ${status} ${body.code}`)
      } catch (error) {
        failed.push(`a validation got no answer: ${error}`)
      }
      await sleep(pauseMs)
    }
  }
  const tokens = await Promise.all(Array.from({ length: clients }, (_, number) => signIn(number)))
  const running = Promise.all(tokens.map(validate))
  return {
    get done() {
      return done
    },
    failed,
    async stop() {
      isOver = true
      await running
    },
  }
}
