export interface Session {
  device: string
  accessToken: string
  refreshToken: string
}

/** A write to a user or a session that a simulated client requested. */
export interface Operation {
  requestId: string
  kind: 'create' | 'rename' | 'suspend' | 'delete' | 'logIn' | 'refresh' | 'logOut'
  /**
   * The name of the user after this operation. It is unique, so that the bytes on the disk identify the
   * write.
   */
  name?: string
  session?: Session
}

/**
 * A user of the simulated clients, with the operations that were requested for this user one after the other.
 */
export interface Person {
  id: string
  username: string
  password: string | undefined
  /** The operations that were acknowledged, in order. */
  operations: Operation[]
  /**
   * The operation that was refused or got no reply, so that it may have happened or not. No further operation
   * on this user is requested until its result is known.
   */
  uncertain: Operation | undefined
}

export interface Standing {
  name: string
  status: 'active' | 'suspended' | 'deleted'
  sessions: Map<Session, SessionStanding>
}

export interface SessionStanding {
  generation: number
  isEnded: boolean
}

/** Returns the state in which a user must be after these operations, or undefined when there are none. */
export function standingAfter(operations: readonly Operation[]): Standing | undefined {
  let standing: Standing | undefined
  for (const operation of operations) standing = step(standing, operation)
  return standing
}

function step(before: Standing | undefined, { kind, name, session }: Operation): Standing {
  const after: Standing = before ?? { name: '', status: 'active', sessions: new Map() }
  if (name !== undefined) after.name = name
  if (kind === 'suspend') after.status = 'suspended'
  if (kind === 'delete') after.status = 'deleted'
  if (kind === 'suspend' || kind === 'delete') {
    for (const one of after.sessions.values()) one.isEnded = true
  }
  if (!session) return after
  const standing = after.sessions.get(session) ?? { generation: 0, isEnded: false }
  after.sessions.set(session, standing)
  if (kind === 'logOut') standing.isEnded = true
  else standing.generation++
  return after
}

export const livingSessions = (person: Person): Session[] =>
  [...(standingAfter(person.operations)?.sessions ?? [])].flatMap(([session, { isEnded }]) =>
    isEnded ? [] : [session],
  )
