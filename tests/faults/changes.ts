import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '#contract/events/event-types.ts'
import { send } from '#tests/support/system.ts'
import type { Random } from './random.ts'

/** A user whom one simulated client changes, and the events that must be published about this user. */
export interface Changed {
  id: string
  username: string
  password: string | undefined
  status: 'active' | 'suspended' | 'deleted'
  /** The access tokens of the sessions that have not ended. */
  sessions: string[]
  /** The events of the acknowledged changes, in order. */
  told: EventType[]
  /** The events of the last change when it got no reply. The change may have happened or not. */
  unanswered: EventType[]
}

export interface Changes {
  people: Changed[]
  readonly answered: number
  readonly unanswered: number
  /** The replies that no injected fault explains. */
  surprises: string[]
  /** Makes changes until `wanted` of them were acknowledged, or until `signal` is aborted. */
  make(wanted: number, signal: AbortSignal): Promise<void>
}

type Kind = 'rename' | 'suspend' | 'restore' | 'delete' | 'logIn' | 'logOut'

const workers = 16
const maxChangesEach = 12
const withPassword = 0.2
const password = 'a long password of somebody'

/**
 * Creates simulated clients that create, rename, suspend, restore and delete users, log in and log out. The
 * changes of one user follow one another.
 */
export function createChanges(
  random: Random,
  place: () => { users: string; auth: string; key: string },
): Changes {
  const people: Changed[] = []
  const surprises: string[] = []
  let number = 0
  let answered = 0
  let unanswered = 0

  /**
   * Sends a request. Returns a successful reply, or undefined when it is unknown whether the change happened.
   */
  async function ask(method: string, path: string, options: { token?: string; body?: unknown }) {
    const { users, auth } = place()
    const url = `${path.startsWith('/auth') ? auth : users}${path}`
    const reply = await send(method, url, options).catch(() => undefined)
    if (reply && reply.status < 300) {
      answered++
      return reply
    }
    unanswered++
    if (reply && reply.status !== 503)
      surprises.push(`${method} ${path} was answered ${reply.status} ${JSON.stringify(reply.body)}`)
    await sleep(20)
    return undefined
  }

  async function create(): Promise<Changed | undefined> {
    const username = `user-${++number}`
    const own = random.next() < withPassword ? password : undefined
    const body = {
      username,
      email: `${username}@example.com`,
      name: 'Ada',
      ...(own ? { password: own } : {}),
    }
    const reply = await ask('POST', '/api/v1/users', { token: place().key, body })
    if (!reply) return undefined
    const person: Changed = {
      id: reply.body.id,
      username,
      password: own,
      status: 'active',
      sessions: [],
      told: ['user.created'],
      unanswered: [],
    }
    people.push(person)
    return person
  }

  function pickFor(person: Changed): Kind {
    if (person.status === 'suspended') return random.pick(['restore', 'restore', 'delete']) as Kind
    const kinds: Kind[] = ['rename', 'rename', 'rename', 'suspend']
    if (person.password) kinds.push('logIn', 'logIn', 'logIn')
    if (person.sessions.length > 0) kinds.push('logOut', 'logOut')
    if (person.told.length > 5) kinds.push('delete')
    return random.pick(kinds) as Kind
  }

  /** Makes one change to a user. Returns true when it was acknowledged. */
  async function change(person: Changed, kind: Kind): Promise<boolean> {
    const url = `/api/v1/users/${person.id}`
    const token = place().key
    const tell = (type: EventType, reply: unknown): boolean => {
      ;(reply ? person.told : person.unanswered).push(type)
      return reply !== undefined
    }
    switch (kind) {
      case 'rename':
        return tell('user.updated', await ask('PATCH', url, { token, body: { name: `Ada ${++number}` } }))
      case 'suspend':
      case 'restore': {
        const status = kind === 'suspend' ? 'suspended' : 'active'
        const reply = await ask('PATCH', url, { token, body: { status } })
        endSessions(person, kind === 'suspend', reply)
        if (reply) person.status = status
        return tell(kind === 'suspend' ? 'user.suspended' : 'user.restored', reply)
      }
      case 'delete': {
        const reply = await ask('DELETE', url, { token })
        endSessions(person, true, reply)
        if (reply) person.status = 'deleted'
        return tell('user.deleted', reply)
      }
      case 'logIn': {
        const body = { username: person.username, password: person.password }
        const reply = await ask('POST', '/auth/login', { body })
        if (reply) person.sessions.push(reply.body.access_token)
        return tell('session.created', reply)
      }
      case 'logOut':
        return tell(
          'session.ended',
          await ask('POST', '/auth/logout', { token: person.sessions.pop() ?? '' }),
        )
    }
  }

  function endSessions(person: Changed, areEnded: boolean, reply: unknown): void {
    if (!areEnded) return
    for (const _ of person.sessions.splice(0)) (reply ? person.told : person.unanswered).push('session.ended')
  }

  async function work(wanted: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && answered < wanted && surprises.length < 100) {
      const person = await create()
      for (let made = 0; person && made < maxChangesEach && answered < wanted; made++) {
        if (person.status === 'deleted' || !(await change(person, pickFor(person)))) break
      }
    }
  }

  return {
    people,
    surprises,
    get answered() {
      return answered
    },
    get unanswered() {
      return unanswered
    },
    async make(wanted, signal) {
      await Promise.all(Array.from({ length: workers }, () => work(wanted, signal)))
    },
  }
}
