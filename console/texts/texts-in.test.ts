import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from './texts-in.ts'

test('one delivery is told of in the singular, in each language', () => {
  const said = (count: string) => Object.values(textsIn).map(({ webhooks }) => webhooks.replayed(count))
  assert.deepEqual(said('1').toSorted(), [
    '1 Zustellung wird erneut gesendet.',
    '1 delivery is sent again.',
    '1 livraison est renvoyée.',
  ])
  assert.equal(textsIn.en.webhooks.replayed('2'), '2 deliveries are sent again.')
})
