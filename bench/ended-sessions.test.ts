import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterlifeNote, afterlivesOf, requireRefusedAtOnce, type Sessions } from './ended-sessions.ts'

/**
 * Creates a fake service that accepts a credential for `goodFor` more requests after its session has ended.
 */
function service({ goodFor, isGood = true }: { goodFor: number; isGood?: boolean }) {
  let signedIn = 0
  const left = new Map<string, number>()
  const end = async (credential: string) => void left.set(credential, goodFor)
  const sessions: Sessions<string, string> = {
    signIn: async (person) => `${person}${signedIn++}`,
    async isTaken(credential) {
      const requests = left.get(credential)
      if (requests === undefined) return isGood
      left.set(credential, requests - 1)
      return requests > 0
    },
    endings: { 'after a sign-out': end, 'after a deletion': (own, other) => end(own).then(() => end(other)) },
  }
  return sessions
}
const people = ['ada', 'bob']
const asking = { everyMs: 5, maxMs: 60_000 }

test('a credential that the very next request refuses was accepted for 0 ms', async () => {
  const seen = await afterlivesOf(service({ goodFor: 0 }), people, asking)
  const none = { takenForMs: 0, refused: true }
  assert.deepEqual(seen, { 'after a sign-out': none, 'after a deletion': none })
  requireRefusedAtOnce('It', seen)
})

test('a credential that is accepted once more does not count as refused at once', async () => {
  const seen = await afterlivesOf(service({ goodFor: 1 }), people, asking)
  assert.throws(() => requireRefusedAtOnce('It', seen), /It took a credential after a sign-out/)
})

test('a credential is sent until it is refused or the time limit is reached', async () => {
  const some = await afterlivesOf(service({ goodFor: 4 }), people, asking)
  // The service accepted four requests, so the loop waited three times for 5 ms.
  assert.ok((some['after a deletion']?.takenForMs ?? 0) > 10)
  assert.equal(some['after a deletion']?.refused, true)
  const ever = await afterlivesOf(service({ goodFor: 1_000_000 }), people, { everyMs: 5, maxMs: 30 })
  assert.equal(ever['after a sign-out']?.refused, false)
  assert.throws(() => requireRefusedAtOnce('It', ever))
})

test('a credential that is refused before its session has ended fails the measurement', async () => {
  await assert.rejects(afterlivesOf(service({ goodFor: 0, isGood: false }), people, asking), /before/)
})

test('the note names every outcome, and groups those that are equal', () => {
  const none = { takenForMs: 0, refused: true }
  const long = { takenForMs: 299_300, refused: true }
  assert.equal(
    afterlifeNote('It', { 'after a': none, 'after b': long, 'after c': none, 'after d': none }),
    'Seen in this run, It: after a, after c and after d the next request was refused; after b the same credential was taken for 299 s more.',
  )
  assert.match(afterlifeNote('It', { 'after a': { ...long, refused: false } }), /still taken 299 s later/)
})
