import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { etagOf, requireMatch } from './etag.ts'

describe('If-Match', () => {
  test('the ETag is the version, quoted', () => assert.equal(etagOf({ version: 7 }), '"7"'))

  test('no header, a star and the right tag match', () => {
    for (const ifMatch of [undefined, '*', ' * ', '"7"', ' "7" ', '"6", "7"', '"7","8"', '"a" ,\t"7"'])
      assert.doesNotThrow(() => requireMatch({ version: 7 }, ifMatch), String(ifMatch))
  })

  test('every other header fails the precondition', () => {
    // A weak tag never matches here: RFC 9110 section 13.1.1 wants the strong comparison.
    for (const ifMatch of [
      '',
      ' ',
      '"6"',
      '"70"',
      '"07"',
      '7',
      'W/"7"',
      '"7',
      "'7'",
      '"6", "8"',
      '**',
      '"*"',
      '"7" "8"',
    ])
      assert.throws(
        () => requireMatch({ version: 7 }, ifMatch),
        { name: 'Failure', code: 'precondition_failed' },
        ifMatch,
      )
  })
})
