import type { DeadLetterResource, EventResource, eventEndpoints } from '../events/events.ts'
import type { ExamplesOf } from './example.ts'
import { ids, newAda } from './people.ts'

const created: EventResource = {
  id: '01a1f4d2-8c20-7d05-a3b9-4f7c61e08d92',
  type: 'user.created',
  timestamp: '2026-11-21T09:30:00.000Z',
  user_id: ids.ada,
  data: { user: newAda, by: ids.ada },
}

const letter: DeadLetterResource = {
  id: '01a1f4d6-1b3c-7e90-8d42-c05a7f96e318',
  sink: 'auth',
  type: 'sessions.end',
  subject: ids.ada,
  attempts: 7,
  last_error: 'refused',
  queued_at: '2026-11-18T09:30:00.000Z',
  given_up_at: '2026-11-21T09:30:00.000Z',
}

/** An example for each endpoint of events and dead letters. */
export const eventExamples = {
  listEvents: {
    query: { type: 'user.created', user_id: ids.ada },
    reply: { data: [created], next_cursor: null, position: '118' },
  },
  streamEvents: {
    query: { type: 'user.created,user.deleted' },
    events: [
      { event: 'event', id: '118', data: created },
      { event: 'heartbeat', id: '120', data: { at: '2026-11-21T09:30:05.000Z' } },
    ],
  },
  listDeadLetters: { reply: { data: [letter], next_cursor: null } },
  listBacklog: {
    reply: { data: [{ sink: letter.sink, waiting: 0, failing: 0, dead_letters: 1, overdue_seconds: 0 }] },
  },
  replayDeadLetters: { body: { sink: 'auth' }, reply: { replayed: 1 } },
  replayDeadLetter: { params: { id: letter.id } },
  dropDeadLetter: { params: { id: letter.id } },
} satisfies ExamplesOf<typeof eventEndpoints>
