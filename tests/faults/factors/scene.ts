import { type HttpReply, send } from '#tests/support/system.ts'
import type { NodeAddresses } from '../killable/node.ts'
import type { Random } from '../random.ts'
import type { Person } from './people.ts'
import type { Stored } from './stored.ts'

/** The services that the simulated people use, and the broken promises that were found. */
export interface Scene {
  random: Random
  now(): number
  /** True when every login requires a second factor, and makes users without one add an app. */
  isDemanded: boolean
  /** Returns the addresses of a random node, which may have been killed a moment ago. */
  pick(): NodeAddresses
  /** Returns a name that no login had before. */
  newName(): string
  /** Reads what both databases hold about a person. */
  stored(person: Person): Promise<Stored>
  /** The broken promises, each as a text. */
  violations: string[]
  /** The number of requests of each kind that got no reply. */
  unanswered: Map<string, number>
}

/** Records a broken promise about a person unless the condition is true. */
export function expect(scene: Scene, person: Person, isKept: boolean, what: string): void {
  if (isKept) return
  scene.violations.push(`${person.username}: ${what} (after ${person.history.slice(-6).join(', ')})`)
}

/**
 * Sends a request to one of the nodes. Returns undefined when it is unknown whether the request had an effect: the node
 * was killed, or was about to lose its database.
 */
export async function ask(
  scene: Scene,
  method: string,
  [service, path]: readonly ['users' | 'auth', string],
  sent: { token?: string; body?: object } = {},
): Promise<HttpReply | undefined> {
  try {
    const reply = await send(method, `${scene.pick()[service]}/api/v1/${path}`, sent)
    return reply.status === 503 ? undefined : reply
  } catch (error) {
    // The connection was refused, or closed before the end of the reply.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Describes a reply in a few words. */
export const said = (reply: HttpReply | undefined): string =>
  reply ? `${reply.status} ${reply.body?.code ?? ''}`.trim() : 'no answer'

/**
 * Records that a request of a person got no reply. This person sends nothing else until it is known what became of the
 * request.
 */
export function leaveUnanswered(
  scene: Scene,
  person: Person,
  what: string,
  settle: NonNullable<Person['unanswered']>['settle'] = async () => {},
): void {
  scene.unanswered.set(what, (scene.unanswered.get(what) ?? 0) + 1)
  person.unanswered = { what, settle }
}
