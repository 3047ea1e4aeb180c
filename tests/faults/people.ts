export interface Session {
  device: string
  accessToken: string
  refreshToken: string
}

/** One write that a client asked for. */
export interface Operation {
  requestId: string
  kind: 'create' | 'rename' | 'suspend' | 'delete' | 'logIn' | 'refresh' | 'logOut'
  /** What the user is called from then on; unique, so that the bytes on the disk tell which write they are of. */
  name?: string
  session?: Session
}

/** Somebody whom the load made up, and what was asked for on their behalf, one thing after the other. */
export interface Person {
  id: string
  username: string
  password: string | undefined
  /** The answered ones, in order. */
  operations: Operation[]
  /** Refused or never answered: it may have happened or not. Nothing more is asked until that is known. */
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

/** What must be found after these operations; undefined before there is anybody. */
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
