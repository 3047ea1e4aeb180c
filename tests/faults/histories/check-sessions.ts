import type { History, Operation, OperationOf } from './history.ts'
import { acknowledged, firstEnded, ofKind, possible } from './operations-in.ts'
import { type Violation, violation } from './violation.ts'

type Begin = OperationOf<'logIn' | 'changePassword'>
type Ending = OperationOf<'logOut' | 'delete' | 'suspend' | 'changePassword' | 'useLink'>
type Setter = OperationOf<'changePassword' | 'useLink'>
type Use = OperationOf<'validate' | 'me' | 'refresh'>

/** The operations about one user. */
interface About {
  endings: Ending[]
  restores: OperationOf<'restore'>[]
  /** The operations that set a password, or may have set it. */
  setters: Setter[]
}

/**
 * C4: once a request that ends a session was acknowledged, no later request with a token of the session succeeds, at any node; and
 * once a reply said that a session has ended, none does. While a reply says that the order to end sessions is pending, only the user
 * service has to refuse them.
 */
export function checkSessions({ operations }: History): Violation[] {
  const byUser = Map.groupBy(operations, (one) => ('user' in one ? (one.user ?? '') : ''))
  const found: Violation[] = []
  for (const own of byUser.values()) {
    const about = {
      endings: acknowledged(ofKind(own, 'logOut', 'delete', 'suspend', 'changePassword', 'useLink')),
      restores: possible(ofKind(own, 'restore')),
      setters: possible(ofKind(own, 'changePassword', 'useLink')),
    }
    const uses = Map.groupBy(ofKind(own, 'validate', 'me', 'refresh'), ({ session }) => session)
    for (const begin of acknowledged(ofKind(own, 'logIn', 'changePassword'))) {
      found.push(...checkBegin(begin, about))
      found.push(...checkUses(begin, uses.get(sessionOf(begin)) ?? [], about))
    }
  }
  return found
}

export const sessionOf = (begin: Begin): string =>
  (begin.kind === 'logIn' ? begin.session : begin.begun) ?? ''

/** A suspended or deleted user, or an old password, begins no session. */
function checkBegin(begin: Begin, about: About): Violation[] {
  const refusing = about.endings.find(
    (ending) =>
      ending.kind !== 'logOut' &&
      ending !== begin &&
      ending.end < begin.start &&
      endsSession(ending, begin, about),
  )
  return refusing
    ? [violation('C4', `a session of user ${begin.user} began after ${refusing.kind}`, refusing, begin)]
    : []
}

function checkUses(begin: Begin, uses: readonly Use[], about: About): Violation[] {
  const endings = about.endings.filter((ending) => ending !== begin && endsSession(ending, begin, about))
  const complete = endings.filter((ending) => !('pending' in ending && ending.pending))
  const told = uses.filter(({ code }) => code === 'session_ended')
  // A refresh asks the user service, too.
  const ended = firstEnded<Operation>([...endings, ...told])
  const endedForValidation = firstEnded<Operation>([...complete, ...told.filter(({ kind }) => kind !== 'me')])
  return acknowledged(uses).flatMap((use) => {
    const ending = use.kind === 'validate' ? endedForValidation : ended
    return ending && ending.end < use.start
      ? [violation('C4', `session ${use.session} lives after ${ending.kind}`, begin, ending, use)]
      : []
  })
}

/** Returns whether no order of the operations lets a session live, or begin, after an ending. */
function endsSession(ending: Ending, begin: Begin, { restores, setters }: About): boolean {
  switch (ending.kind) {
    case 'logOut':
      return ending.session === sessionOf(begin)
    case 'delete':
      return true
    case 'suspend': {
      // A session can begin after a suspension only if a restore can have had its effect between the two.
      const canBeBetween = (restore: Operation) =>
        restore.start < begin.end && (restore.outcome === 'unknown' || restore.end > ending.start)
      return begin.end < ending.start || !restores.some(canBeBetween)
    }
    case 'changePassword':
    case 'useLink': {
      if (begin.end < ending.start) return true
      // Each password is set by one change. A session that began with one that was set before this change began before it, too.
      const isOld = (password: string) =>
        setters
          .filter((setter) => setter.password === password)
          .every(({ outcome, end }) => outcome === 'ok' && end < ending.start)
      return begin.kind === 'logIn' && begin.password !== ending.password && isOld(begin.password)
    }
  }
}
