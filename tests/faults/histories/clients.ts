import { setTimeout as sleep } from 'node:timers/promises'
import { createRequests } from './requests.ts'
import { type Client, turns, type World } from './turns.ts'

export interface Clients {
  /** Runs clients until `isOver`, or until they have made this many operations. */
  run(options: { clients: number; maxOperations: number; isOver(): boolean }): Promise<void>
  /** Looks at everything once more, when there are no faults any more. */
  lookAtAll(): Promise<void>
}

const pauseMs = 4

export function createClients(options: Omit<World, 'users' | 'tried' | 'next'>): Clients {
  const world: World = { ...options, users: [], tried: [], next: 0 }
  const client = (number: number): Client => ({ ...createRequests({ ...world, client: number }), world })
  const deck = Object.values(turns).flatMap(({ weight, play }) => Array<typeof play>(weight).fill(play))
  return {
    async run({ clients, maxOperations, isOver }) {
      const live = async (number: number) => {
        const one = client(number)
        while (!isOver() && world.recorder.operations.length < maxOperations) {
          await world.random.pick(deck)?.(one)
          await sleep(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, number) => live(number)))
    },
    async lookAtAll() {
      const held = world.users.flatMap((user) => user.held)
      const looks = [
        ...(['username', 'email'] as const).flatMap((by) =>
          [...new Set(world.tried.map((one) => one[by]))].map(
            (value) => (one: Client) => one.find(by, value),
          ),
        ),
        ...world.users.map(
          ({ id }) =>
            (one: Client) =>
              one.find('id', id),
        ),
        ...held.map((each) => (one: Client) => one.use(each, 'validate')),
        ...held.map((each) => (one: Client) => one.use(each, 'me')),
      ].values()
      const look = async (number: number) => {
        const one = client(number)
        for (const each of looks) await each(one)
      }
      await Promise.all(Array.from({ length: 16 }, (_, number) => look(number)))
    },
  }
}
