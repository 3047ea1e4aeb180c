import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkBuckets, networkKey, siteKey } from './network.ts'

describe('the networks that a client is counted in', () => {
  test('an IPv4 address is one, however it is written', () => {
    for (const spelling of ['192.0.2.7', '192.0.2.7:4711', '::ffff:192.0.2.7', '[::ffff:192.0.2.7]:4711'])
      assert.deepEqual(networkBuckets(spelling), [{ key: '192.0.2.7', room: 1 }], spelling)
  })

  test('an IPv6 address is in its /64, and in its /48 with ten times the room', () => {
    const expected = [
      { key: '2001:db8:1:2::/64', room: 1 },
      { key: '2001:db8:1::/48', room: 10 },
    ]
    for (const spelling of ['2001:db8:1:2::3', '2001:DB8:1:2:ffff::', '[2001:db8:1:2::9]:4711'])
      assert.deepEqual(networkBuckets(spelling), expected, spelling)
    assert.equal(networkKey('2001:db8:1:2::3'), '2001:db8:1:2::/64')
  })

  test('what is no address is one network, so that it has a limit too', () => {
    for (const odd of ['', 'unknown', '2001:db8::1::2', 'a'.repeat(5_000)])
      assert.deepEqual(networkBuckets(odd), [{ key: 'none', room: 1 }])
  })
})

test('the people of a /24, or of an IPv6 /48, are at one site', () => {
  for (const [address, site] of [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.200', '192.0.2.0/24'],
    ['192.0.3.7:4711', '192.0.3.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['[2001:DB8:1:ffff::]:4711', '2001:db8:1::/48'],
    ['unknown', undefined],
  ] as const)
    assert.equal(siteKey(address), site, address)
})
