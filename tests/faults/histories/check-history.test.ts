import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkHistory } from './check-history.ts'
import type { Act, History, Operation, Outcome, StoredEvent } from './history.ts'
import { inWords, type Rule } from './violation.ts'

type Step = [start: number, end: number, outcome: Outcome, act: Act, code?: string]

/** A history in which each operation is given by its times, its outcome and what it was. */
function history(steps: Step[], rest: Partial<History> = {}): History {
  const operations = steps.map(([start, end, outcome, act, code], n): Operation => {
    const step = { n, client: n, node: n % 2, start, end, outcome, ...(code && { code }) }
    return { ...step, ...act }
  })
  const events = rest.events ?? eventsFor(operations)
  return { operations, events, delivered: rest.delivered ?? events.map(({ id }) => id) }
}

/** The events that the operations of a history must have. */
function eventsFor(operations: readonly Operation[]): StoredEvent[] {
  const events: StoredEvent[] = []
  const add = (type: string, subject: string | undefined, more: Partial<StoredEvent> = {}) => {
    const position = events.length + 1
    events.push({ id: `event-${position}`, type, subject: subject ?? null, position, ...more })
  }
  const made = new Set<string>()
  const ended = new Set<string>()
  for (const one of operations) {
    const user = one.kind === 'create' ? one.user : one.kind === 'find' ? one.found?.user : undefined
    if (one.outcome === 'ok' && user && !made.has(user)) {
      made.add(user)
      add('user.created', user)
    }
    if (one.outcome !== 'ok') continue
    if (one.kind === 'logIn') add('session.created', one.user, { session: one.session ?? '' })
    if (one.kind === 'logOut' && !ended.has(one.session)) {
      ended.add(one.session)
      add('session.ended', one.user, { session: one.session })
    }
    if (one.kind === 'suspend') add('user.suspended', one.user)
    if (one.kind === 'restore') add('user.restored', one.user)
    if (one.kind === 'delete') add('user.deleted', one.user)
    if (one.kind === 'useLink') add('user.password_changed', one.user)
    if (one.kind === 'changePassword') {
      add('user.password_changed', one.user)
      add('session.created', one.user, { session: one.begun ?? '' })
    }
  }
  return events
}

const create = (name: string, user?: string, more: { nonce?: string } = {}): Act => ({
  kind: 'create',
  nonce: `nonce of ${name}`,
  username: name,
  email: `${name}@example.com`,
  ...(user && { user }),
  ...more,
})
const find = (name: string, user: string | null, by: 'username' | 'email' = 'username'): Act => ({
  kind: 'find',
  by,
  value: by === 'email' ? `${name}@example.com` : name,
  found: user === null ? null : { user, nonce: `nonce of ${name}` },
})
const remove = (user: string): Act => ({ kind: 'delete', user })
const logIn = (session = 's', password = 'p', issued = 'r0'): Act => ({
  kind: 'logIn',
  user: 'u',
  password,
  session,
  issued,
})
const use = (kind: 'validate' | 'me' | 'logOut', session = 's'): Act => ({ kind, user: 'u', session })
const refresh = (given: string, issued?: string): Act => ({
  kind: 'refresh',
  user: 'u',
  session: 's',
  given,
  ...(issued && { issued }),
})
const useLink = (link: string, password = 'q'): Act => ({ kind: 'useLink', user: 'u', link, password })

function keeps(kept: History): void {
  assert.deepEqual(checkHistory(kept).map(inWords), [])
}

/** Asserts that a history breaks one rule, and that the given operations are named. */
function breaks(rule: Rule, broken: History, shownBy: number[]): void {
  const found = checkHistory(broken)
  assert.deepEqual(
    found.map((one) => [one.rule, one.shownBy.map(({ n }) => n)]),
    [[rule, shownBy]],
    found.map(inWords).join('\n'),
  )
}

describe('C1 what was created is there until it is deleted', () => {
  test('a user who is found, and not after a delete, keeps it', () =>
    keeps(
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'ok', find('ada', 'u')],
        [4, 5, 'ok', remove('u')],
        [6, 7, 'ok', find('ada', null)],
      ]),
    ))
  test('a user who is not found breaks it', () =>
    breaks(
      'C1',
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'ok', find('ada', 'u')],
        [4, 5, 'ok', find('ada', null)],
      ]),
      [0, 2],
    ))
  test('a user who is not found after a delete without a reply keeps it, however late the look-up is', () =>
    keeps(
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'unknown', remove('u')],
        [50, 51, 'ok', find('ada', 'u')],
        [100, 101, 'ok', find('ada', null)],
      ]),
    ))
  test('a refused delete explains nothing', () =>
    breaks(
      'C1',
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'refused', remove('u')],
        [4, 5, 'ok', find('ada', null)],
      ]),
      [0, 2],
    ))
  test('a look-up that overlaps the creation or the delete may see either', () =>
    keeps(
      history([
        [0, 10, 'ok', create('ada', 'u')],
        [5, 12, 'ok', find('ada', null)],
        [20, 30, 'ok', remove('u')],
        [21, 29, 'ok', find('ada', null)],
        [21, 29, 'ok', find('ada', 'u')],
      ]),
    ))
  test('a user who is found after the delete breaks it', () =>
    breaks(
      'C1',
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'ok', remove('u')],
        [4, 5, 'ok', find('ada', 'u')],
      ]),
      [0, 1, 2],
    ))
})

describe('C2 a key has one user at a time', () => {
  test('a name that was deleted in between keeps it', () =>
    keeps(
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'unknown', remove('u')],
        [4, 5, 'ok', create('ada', 'v', { nonce: 'other' })],
      ]),
    ))
  test('two users with one name break it', () =>
    breaks(
      'C2',
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'ok', { ...create('ada', 'v', { nonce: 'other' }), email: 'other@example.com' } as Act],
      ]),
      [0, 1],
    ))
  test('a delete that began too late explains nothing', () =>
    breaks(
      'C2',
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [2, 3, 'ok', { ...create('ada', 'v', { nonce: 'other' }), email: 'other@example.com' } as Act],
        [4, 5, 'ok', remove('u')],
      ]),
      [0, 1],
    ))
  test('a look-up that finds another user breaks it', () =>
    breaks(
      'C2',
      history([
        [0, 1, 'ok', create('ada', 'u')],
        [
          0,
          9,
          'unknown',
          { ...create('ada', undefined, { nonce: 'other' }), email: 'other@example.com' } as Act,
        ],
        [
          2,
          3,
          'ok',
          { kind: 'find', by: 'username', value: 'ada', found: { user: 'w', nonce: 'unheard of' } },
        ],
      ]),
      [0, 2],
    ))
})

describe('C3 a creation without a reply happened or did not', () => {
  test('a user who appears late and stays keeps it', () =>
    keeps(
      history([
        [0, 1, 'unknown', create('ada')],
        [2, 3, 'ok', find('ada', null)],
        [40, 41, 'ok', find('ada', 'u')],
        [42, 43, 'ok', find('ada', 'u')],
      ]),
    ))
  test('a user who is seen and then is gone breaks it', () =>
    breaks(
      'C3',
      history([
        [0, 1, 'unknown', create('ada')],
        [2, 3, 'ok', find('ada', 'u')],
        [4, 5, 'ok', find('ada', null)],
      ]),
      [1, 2],
    ))
  test('a user who was seen and is gone by every key is lost, and not half', () => {
    const lost = history([
      [0, 1, 'unknown', create('ada')],
      [2, 3, 'ok', find('ada', 'u')],
      [4, 5, 'ok', find('ada', null, 'email')],
      [6, 7, 'ok', find('ada', null)],
    ])
    assert.deepEqual(
      checkHistory(lost).map(({ rule }) => rule),
      ['C3', 'C3'],
    )
  })
  test('a refused creation whose user is there breaks it', () =>
    breaks(
      'C3',
      history([
        [0, 1, 'refused', create('ada'), 'email_taken'],
        [2, 3, 'ok', find('ada', 'u')],
      ]),
      [0, 1],
    ))
  test('a refused creation explains nothing when its repetition had no reply', () =>
    keeps(
      history([
        [0, 1, 'unknown', create('ada')],
        [2, 3, 'refused', create('ada'), 'username_taken'],
        [4, 5, 'ok', find('ada', 'u')],
      ]),
    ))
})

describe('C4 a session that has ended is over', () => {
  test('a session that lives until its sign-out keeps it', () =>
    keeps(
      history([
        [0, 1, 'ok', logIn()],
        [2, 3, 'ok', use('validate')],
        [4, 8, 'ok', use('logOut')],
        [5, 9, 'ok', use('validate')],
        [9, 10, 'refused', use('validate'), 'session_ended'],
      ]),
    ))
  for (const kind of ['validate', 'me'] as const)
    test(`${kind} after a sign-out breaks it`, () =>
      breaks(
        'C4',
        history([
          [0, 1, 'ok', logIn()],
          [2, 3, 'ok', use('logOut')],
          [4, 5, 'ok', use(kind)],
        ]),
        [0, 1, 2],
      ))
  test('a sign-out without a reply may happen at any later time, and then for good', () => {
    const until = (last: Step) =>
      history([
        [0, 1, 'ok', logIn()],
        [2, 3, 'unknown', use('logOut')],
        [40, 41, 'ok', use('validate')],
        [50, 51, 'refused', use('validate'), 'session_ended'],
        last,
      ])
    keeps(until([60, 61, 'refused', use('validate'), 'session_ended']))
    breaks('C4', until([60, 61, 'ok', use('validate')]), [0, 3, 4])
  })
  test('a session that began after the restore lives, and one from before the suspension does not', () => {
    const steps: Step[] = [
      [0, 1, 'ok', logIn()],
      [2, 3, 'ok', { kind: 'suspend', user: 'u' }],
      [4, 5, 'ok', { kind: 'restore', user: 'u' }],
      [6, 7, 'ok', logIn('later')],
      [8, 9, 'ok', use('validate', 'later')],
    ]
    keeps(history(steps))
    breaks('C4', history([...steps, [10, 11, 'ok', use('validate')]]), [0, 1, 5])
  })
  test('a suspended user begins no session', () =>
    breaks(
      'C4',
      history([
        [0, 1, 'ok', { kind: 'suspend', user: 'u' }],
        [2, 3, 'ok', logIn()],
      ]),
      [0, 1],
    ))
  test('while the order is pending, only the user service and a refresh must refuse', () => {
    const pending: Step[] = [
      [0, 1, 'ok', logIn()],
      [2, 3, 'ok', { kind: 'delete', user: 'u', pending: true }],
      [4, 5, 'ok', use('validate')],
    ]
    keeps(history(pending))
    breaks('C4', history([...pending, [6, 7, 'ok', use('me')]]), [0, 1, 3])
    breaks('C4', history([...pending, [6, 7, 'ok', refresh('r0', 'r1')]]), [0, 1, 3])
  })
  test('another password ends the sessions of the old one, and lets it begin none', () => {
    const changed: Step[] = [
      [0, 1, 'ok', logIn('s', 'p')],
      [2, 6, 'ok', useLink('link', 'q')],
      [3, 5, 'ok', logIn('beside', 'p', 'x0')],
      [7, 8, 'ok', logIn('new', 'q', 'y0')],
      [9, 10, 'ok', use('validate', 'new')],
    ]
    keeps(history(changed))
    breaks('C4', history([...changed, [11, 12, 'ok', use('validate')]]), [0, 1, 5])
    breaks('C4', history([...changed, [11, 12, 'ok', use('validate', 'beside')]]), [1, 2, 5])
    breaks('C4', history([...changed, [11, 12, 'ok', logIn('more', 'p', 'z0')]]), [1, 5])
  })
})

describe('C5 the refresh tokens of a session form one chain', () => {
  test('repeated refreshes with one successor keep it', () =>
    keeps(
      history([
        [0, 1, 'ok', logIn()],
        [2, 5, 'ok', refresh('r0', 'r1')],
        [2, 6, 'ok', refresh('r0', 'r1')],
        [2, 7, 'unknown', refresh('r0')],
        [8, 9, 'ok', refresh('r1', 'r2')],
        [10, 11, 'ok', refresh('r1', 'r2')],
      ]),
    ))
  test('two successors break it', () =>
    breaks(
      'C5',
      history([
        [0, 1, 'ok', logIn()],
        [2, 5, 'ok', refresh('r0', 'r1')],
        [2, 6, 'ok', refresh('r0', 'other')],
      ]),
      [1, 2],
    ))
  test('one successor of two tokens breaks it', () =>
    breaks(
      'C5',
      history([
        [0, 1, 'ok', logIn()],
        [2, 3, 'ok', refresh('r0', 'r1')],
        [4, 5, 'ok', refresh('r1', 'r1')],
      ]),
      [1, 2],
    ))
  test('an old token ends the session', () => {
    const reused: Step[] = [
      [0, 1, 'ok', logIn()],
      [2, 3, 'ok', refresh('r0', 'r1')],
      [4, 5, 'ok', refresh('r1', 'r2')],
      [6, 7, 'refused', refresh('r0'), 'token_invalid'],
    ]
    keeps(history([...reused, [8, 9, 'refused', refresh('r2'), 'session_ended']]))
    breaks('C5', history([...reused, [8, 9, 'ok', use('validate')]]), [1, 2, 3, 4])
  })
  test('an old token that is accepted breaks it', () =>
    breaks(
      'C5',
      history([
        [0, 1, 'ok', logIn()],
        [2, 3, 'ok', refresh('r0', 'r1')],
        [4, 5, 'ok', refresh('r1', 'r2')],
        [6, 7, 'ok', refresh('r0', 'r1')],
      ]),
      [1, 2, 3],
    ))
})

describe('C6 a link works once', () => {
  const made: Step = [0, 1, 'ok', { kind: 'makeLink', user: 'u', link: 'one' }]
  test('a link that works after a use without a reply keeps it', () =>
    keeps(
      history([
        made,
        [2, 3, 'unknown', useLink('one', 'q')],
        [4, 5, 'ok', useLink('one', 'r')],
        [6, 7, 'refused', useLink('one', 's')],
      ]),
    ))
  test('a link that works twice breaks it', () =>
    breaks(
      'C6',
      history([made, [2, 5, 'ok', useLink('one', 'q')], [3, 5, 'ok', useLink('one', 'r')]]),
      [0, 1, 2],
    ))
  test('a link that a newer one has replaced breaks it', () =>
    breaks(
      'C6',
      history([
        made,
        [2, 3, 'ok', { kind: 'makeLink', user: 'u', link: 'two' }],
        [4, 5, 'ok', useLink('one')],
      ]),
      [1, 2],
    ))
})

describe('C7 a creation is whole', () => {
  test('a user whom one key finds and another never does breaks it', () =>
    breaks(
      'C7',
      history([
        [0, 1, 'unknown', create('ada')],
        [2, 3, 'ok', find('ada', 'u')],
        [4, 5, 'ok', find('ada', null, 'email')],
      ]),
      [1, 2],
    ))
  test('a user without the event of the creation breaks it', () =>
    breaks('C7', history([[0, 1, 'ok', create('ada', 'u')]], { events: [] }), [0]))
  test('an event of a creation without a user breaks it', () =>
    breaks(
      'C7',
      history([[0, 1, 'unknown', create('ada')]], {
        events: [{ id: 'e', type: 'user.created', subject: 'u', position: 1, nonce: 'nonce of ada' }],
      }),
      [0],
    ))
})

describe('C8 what is stored is delivered', () => {
  const [one] = eventsFor(history([[0, 1, 'ok', create('ada', 'u')]]).operations)
  const events = one ? [one] : []
  const steps: Step[] = [[0, 1, 'ok', create('ada', 'u')]]
  test('an event that came twice keeps it', () =>
    keeps(history(steps, { events, delivered: ['event-1', 'event-1'] })))
  test('an event that did not come breaks it', () =>
    breaks('C8', history(steps, { events, delivered: [] }), []))
  test('an event that is not stored breaks it', () =>
    breaks('C8', history(steps, { events, delivered: ['event-1', 'made up'] }), []))
})

describe('C9 the events are the acknowledged operations', () => {
  const steps: Step[] = [
    [0, 1, 'ok', create('ada', 'u')],
    [2, 3, 'ok', logIn()],
    [4, 5, 'ok', use('logOut')],
  ]
  const without = (type: string) => {
    const { operations, events } = history(steps)
    return { operations, events: events.filter((event) => event.type !== type) }
  }
  test('an operation without its event breaks it', () => {
    breaks('C9', history(steps, { events: without('session.ended').events }), [1, 2])
    breaks('C9', history(steps, { events: without('session.created').events }), [1])
  })
  test('an operation without a reply may have an event or not', () => {
    const unknown: Step[] = [
      [0, 1, 'ok', create('ada', 'u')],
      [2, 3, 'unknown', { kind: 'suspend', user: 'u' }],
    ]
    const { events } = history(unknown)
    keeps(history(unknown))
    keeps(
      history(unknown, {
        events: [...events, { id: 'more', type: 'user.suspended', subject: 'u', position: 9 }],
      }),
    )
  })
  test('an event of a refused operation breaks it', () =>
    breaks(
      'C9',
      history(
        [
          [0, 1, 'ok', create('ada', 'u')],
          [2, 3, 'refused', { kind: 'suspend', user: 'u' }],
        ],
        {
          events: [
            ...history([[0, 1, 'ok', create('ada', 'u')]]).events,
            { id: 'more', type: 'user.suspended', subject: 'u', position: 9 },
          ],
        },
      ),
      [],
    ))
  test('two events at one position break it', () => {
    const { events } = history(steps)
    breaks(
      'C9',
      history(steps, {
        events: events.map((event) => ({ ...event, position: event.position === 3 ? 2 : event.position })),
      }),
      [],
    )
  })
})
