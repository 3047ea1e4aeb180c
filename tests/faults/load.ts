import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpReply } from '#tests/support/system.ts'
import { livingSessions, type Operation, type Person, standingAfter } from './people.ts'
import type { Random } from './random.ts'
import { type Addresses, requestFor, takeTokens } from './requests.ts'

type Weights = Partial<Record<Operation['kind'], number>>

export interface Drive {
  at: Addresses
  workers: number
  weights: Weights
  /** The size of the metadata of each new user in bytes. Large metadata make the database grow faster. */
  metadataBytes?: number | undefined
  isOver(): boolean
}

/** Simulated clients that write, and the replies that they got. */
export interface Load {
  people: Person[]
  /** The number of times that each kind of write got each reply. */
  tally: Map<string, number>
  /** The number of writes that were requested. */
  readonly asked: number
  /** The replies that no injected fault explains. */
  surprises: string[]
  drive(options: Drive): Promise<void>
}

export const everything: Weights = {
  create: 6,
  rename: 3,
  suspend: 1,
  delete: 2,
  logIn: 4,
  refresh: 3,
  logOut: 2,
}
/**
 * The kinds of operations that leave the state of the user or session unknown when they get no reply. The
 * other kinds do not: nobody knows a user or session whose creation got no reply, and a refresh can be
 * repeated.
 */
const leavesDoubt = new Set<Operation['kind']>(['rename', 'suspend', 'delete', 'logOut'])
const pauseAfterRefusalMs = 20
const withPassword = 0.15

export function createLoad(random: Random): Load {
  const people: Person[] = []
  const busy = new Set<Person>()
  const tally = new Map<string, number>()
  const surprises: string[] = []
  let number = 0
  let asked = 0

  async function work(options: Drive): Promise<void> {
    const kinds = Object.entries(options.weights).flatMap(([kind, weight]) =>
      Array<Operation['kind']>(weight).fill(kind as Operation['kind']),
    )
    while (!options.isOver()) {
      const kind = random.pick(kinds) ?? 'create'
      const person = kind === 'create' ? newPerson() : findSomebodyFor(kind)
      if (!person) {
        await sleep(1)
        continue
      }
      busy.add(person)
      const isDone = await perform(options, kind, person)
      busy.delete(person)
      if (!isDone) await sleep(pauseAfterRefusalMs)
    }
  }

  function newPerson(): Person {
    const username = `user-${++number}`
    const password = random.next() < withPassword ? `the password of ${username}` : undefined
    return { id: '', username, password, operations: [], uncertain: undefined }
  }

  function findSomebodyFor(kind: Operation['kind']): Person | undefined {
    for (let tries = 0; tries < 20; tries++) {
      const person = random.pick(people)
      if (!person || busy.has(person) || person.uncertain) continue
      const status = standingAfter(person.operations)?.status
      if (status === 'deleted' || (status === 'suspended' && kind !== 'delete')) continue
      if (kind === 'logIn' && person.password === undefined) continue
      if ((kind === 'refresh' || kind === 'logOut') && livingSessions(person).length === 0) continue
      return person
    }
    return undefined
  }

  /** Requests one operation. Returns true when it was acknowledged. */
  async function perform(options: Drive, kind: Operation['kind'], person: Person): Promise<boolean> {
    asked++
    const operation = newOperation(kind, person)
    const { at, metadataBytes } = options
    // There is no reply when the service was killed.
    const reply = await requestFor(operation, person, { at, metadataBytes }).catch(() => undefined)
    count(kind, reply)
    if (reply && reply.status < 300) {
      if (kind === 'create') people.push(person)
      remember(person, operation, reply)
      return true
    }
    if (leavesDoubt.has(kind)) person.uncertain = operation
    if (reply && !(reply.status === 503 && Number(reply.headers.get('retry-after')) >= 1)) {
      const answer = `${reply.status} ${JSON.stringify(reply.body)}`
      surprises.push(`${operation.requestId}: ${kind} was answered ${answer}`)
    }
    return false
  }

  function newOperation(kind: Operation['kind'], person: Person): Operation {
    const operation: Operation = { requestId: `op-${++number}`, kind }
    if (kind === 'create' || kind === 'rename' || kind === 'suspend') operation.name = `name-${number}`
    const session =
      kind === 'logIn'
        ? { device: `device-${number}`, accessToken: '', refreshToken: '' }
        : kind === 'refresh' || kind === 'logOut'
          ? random.pick(livingSessions(person))
          : undefined
    if (session) operation.session = session
    return operation
  }

  function count(kind: string, reply: HttpReply | undefined): void {
    const answer = reply ? (reply.status < 300 ? 'done' : `${reply.status} ${reply.body.code}`) : 'no answer'
    const what = `${kind}: ${answer}`
    tally.set(what, (tally.get(what) ?? 0) + 1)
  }

  return {
    people,
    tally,
    get asked() {
      return asked
    },
    surprises,
    async drive(options) {
      await Promise.all(Array.from({ length: options.workers }, () => work(options)))
    },
  }
}

function remember(person: Person, operation: Operation, { body }: HttpReply): void {
  const { kind, session } = operation
  person.operations.push(operation)
  if (kind === 'create') person.id = body.id
  if (session && kind !== 'logOut') takeTokens(session, body)
}
