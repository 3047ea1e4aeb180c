import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type DrivenBy, features } from '#tests/features/feature.ts'
import { namedTestsIn } from './named-tests.ts'

const journeys = 'tests/journeys'
const oidc = `${journeys}/oidc`

/** The tests that drive each bound of the table in SECURITY.md to its limit and see it hold. */
const drivenBy: DrivenBy = {
  ...Object.assign({}, ...features.map((feature) => feature.drivenBy)),
  'a user or an unknown name; an email address separately unless sign-up is open | failed sign-ins': [
    [
      `${journeys}/sign-in/failed-logins.test.ts`,
      'five failed logins with a name are free, then each pause is twice as long',
      'guesses from a network that a user has logged in from are limited too',
      'no pause is longer than 15 minutes',
    ],
    [`${journeys}/users/private-sign-up.test.ts`, 'I12 failed logins, before or after a private sign-up'],
  ],
  'a session | wrong current passwords': [
    [`${journeys}/users/change-password.test.ts`, 'I06 without the current password nothing changes'],
    [
      `${journeys}/sign-in/step-up.test.ts`,
      'a session guesses a password five times by step-ups, and then after a pause that doubles',
    ],
  ],
  'a user | wrong authenticator codes': [
    [
      `${journeys}/sign-in/login-steps.test.ts`,
      'I87 wrong second factors are counted for the user',
      'after a hundred wrong codes the app is refused',
    ],
  ],
  'a pending sign-in | wrong recovery codes': [
    [`${journeys}/sign-in/recovery-codes.test.ts`, 'ten wrong recovery codes make a login void'],
  ],
  'an IPv4 address or IPv6 /64; a /48 | wrong recovery codes': [
    [`${journeys}/sign-in/recovery-codes.test.ts`, 'wrong recovery codes are limited by network address'],
    [
      'auth/sign-in/limits/login-throttle.test.ts',
      'a whole IPv6 /48 has ten times the attempts of one address',
    ],
  ],
  'a user, per network (IPv4 /24, IPv6 /48) | sign-ins that wait for a second factor': [
    [
      `${journeys}/sign-in/waiting-logins.test.ts`,
      'logins that wait push out none of another network, and the oldest of their own',
      'a user has at most a thousand logins that wait',
    ],
  ],
  'a user, per network and process | correct passwords that wait for a second factor': [
    [`${journeys}/sign-in/waiting-logins.test.ts`, 'a user begins a thousand logins at once in one network'],
  ],
  'a user | trusted devices': [
    [`${journeys}/sign-in/remembered-devices.test.ts`, 'a user has twenty remembered devices at most'],
  ],
  'an IPv4 address or IPv6 /64 | failed sign-ins': [
    [
      `${journeys}/sign-in/failed-logins.test.ts`,
      'twenty failed logins from an address are free, then there is one every three seconds',
      'an address has twenty failed logins more for the users who are known to log in from there',
    ],
  ],
  'an IPv6 /48 | failed sign-ins': [
    [
      'auth/sign-in/limits/login-throttle.test.ts',
      'a whole IPv6 /48 has ten times the attempts of one address',
    ],
  ],
  'a user | known networks': [
    ['auth/sign-in/known-network-store.test.ts', 'the latest twenty networks of a user are kept'],
    [`${journeys}/system/sweeping.test.ts`, 'where a user has logged in from is known for 90 days'],
  ],
  'an IPv4 address or IPv6 /64; a /48 | sign-ups': [
    [
      `${journeys}/users/sign-ups.test.ts`,
      'one network signs up five users a minute',
      'whoever has an IPv6 /64 has one limit, and whoever has a /48 has that of ten',
    ],
  ],
  'a private sign-up | a username and an unconfirmed user': [
    [
      `${journeys}/users/private-sign-up.test.ts`,
      'a name of a private sign-up is free again after seven days',
    ],
  ],
  'a user | sessions': [
    [
      `${journeys}/sessions/session-list.test.ts`,
      'a user has at most 100 living sessions: the oldest makes room',
    ],
  ],
  'a user, per process | sign-ins with a correct password': [
    [
      `${journeys}/users/change-limits.test.ts`,
      'a user begins a thousand sessions at once, then one a second',
    ],
  ],
  'a user, per process | changes, except by admins': [
    [
      `${journeys}/users/change-limits.test.ts`,
      'is sixty things a minute, by whichever route and transport',
      'I16 never keeps an owner from ending the sessions of a thief',
    ],
  ],
  'a user, per process | password changes': [
    [
      `${journeys}/users/change-limits.test.ts`,
      'a user changes its password sixty times at once, then once a second',
    ],
  ],
  'a user | changes of their own username': [
    [`${journeys}/users/change-limits.test.ts`, 'is its name twice, then once a day'],
  ],
  'a user, per process | streams of notifications, events or revocations': [
    [
      `${journeys}/integrations/stream-limits.test.ts`,
      'one user cannot hold every stream: by HTTP and gRPC together, the newest ten go on',
      'clients that come back at once do not put each other out for ever',
    ],
  ],
  'an API key, per process | streams of events or revocations': [
    [
      `${journeys}/integrations/stream-limits.test.ts`,
      'one API key cannot hold every stream of events or of revocations',
    ],
  ],
  'a network (IPv4 /24, IPv6 /48), per process | device codes tried': [
    [`${oidc}/device-flow.test.ts`, 'I133 a network tries thirty codes in ten minutes'],
  ],
  'a device | polls for its sign-in': [
    [`${oidc}/device-flow.test.ts`, 'I133 a device asks whether it was signed in once every four seconds'],
  ],
  'a network (IPv4 /24, IPv6 /48) | pending sign-ins at other providers': [
    [`${journeys}/system/waiting-bounds.test.ts`, 'a network has 500 logins at other providers that wait'],
  ],
  'an IPv4 address or IPv6 /48 | pending OpenID requests': [
    [
      `${oidc}/stored-requests.test.ts`,
      'a stranger fills no database: each address has a limit on what it causes to be stored',
    ],
    [`${journeys}/system/waiting-bounds.test.ts`, 'a network has 500 sign-in pages that no request removes'],
  ],
  'an authenticated client | pending pushed requests and device codes': [
    [
      `${journeys}/system/waiting-bounds.test.ts`,
      'a client that has authenticated has 5,000 pushed requests and 5,000 device codes',
    ],
    [`${oidc}/stored-requests.test.ts`, 'a client stores no more tokens of its own'],
  ],
  'an authenticated client | client assertions and DPoP proofs': [
    [
      'auth/clients/authentication/used-assertion-store.test.ts',
      'an assertion is a digest of its client and id',
    ],
    [`${oidc}/bound-tokens.test.ts`, 'I140 a proof passes once'],
  ],
  'an IPv4 address or IPv6 /48 | DPoP proofs of public clients': [
    [`${oidc}/stored-requests.test.ts`, 'proofs of keys that strangers make fill no database either'],
  ],
  'a session, per application | authorization codes': [
    [
      `${oidc}/stored-requests.test.ts`,
      'a user stores no more at an application, however often they sign in to it',
    ],
  ],
  'an OpenID request | parameters together': [
    [`${oidc}/stored-requests.test.ts`, 'parameters that no application needs to be so long are refused'],
  ],
  'all clients, per process | requests to other providers': [
    [
      'auth/federation/ask-provider.test.ts',
      'a process has a hundred requests to providers under way, and refuses the next one',
    ],
    ['auth/federation/providers/providers.test.ts', 'I149 an answer is bounded in size and time'],
  ],
  'an IPv4 address or IPv6 /64 | connections to a port': [
    [
      'runtime/http/connections.test.ts',
      'one address cannot hold every connection',
      'a proxy is not counted, and leaves a reserve to others',
    ],
  ],
  'all clients | connections to a port': [
    [
      'runtime/http/connections.test.ts',
      'when all connections are in use, the address with the most loses its oldest',
    ],
  ],
  'a connection | requests that wait for a response': [
    [
      'runtime/http/listener.test.ts',
      'a connection on which more than sixteen requests wait for an answer is closed',
    ],
  ],
  "a client | a response that it doesn't read": [
    ['runtime/http/listener.test.ts', 'a client that reads nothing is cut'],
    ['runtime/http/event-stream.test.ts', 'a reader that takes nothing for ten seconds is cut'],
    [`${journeys}/integrations/rpc-streams.test.ts`, 'a reader that takes nothing is cut at its bound'],
  ],
  'a stream of the greeter': [
    [
      `${journeys}/integrations/rpc-streams.test.ts`,
      'the greeter says no more than it takes to try a client',
    ],
  ],
  'a gRPC connection | calls in progress': [
    [`${journeys}/integrations/rpc-arrival.test.ts`, 'one connection has a hundred calls under way'],
  ],
  'a gRPC call | time until its first message': [
    [
      `${journeys}/integrations/rpc-arrival.test.ts`,
      'a call whose first message does not arrive is ended and its stream closed',
    ],
  ],
  'all gRPC calls | messages in flight': [
    [
      `${journeys}/integrations/rpc-arrival.test.ts`,
      'when too many messages are on their way, what has waited longest is ended',
    ],
  ],
  'a request | body, headers, JSON depth': [
    [
      'tests/contract/conventions.test.ts',
      'a body of another type is a 415, one over 64 KiB a 413',
      'I72 nonsense on the wire gets an answer or a closed connection',
    ],
    ['contract/rules/strict-json.test.ts', 'eight levels are accepted and nine are refused'],
  ],
  'an admin | a file imported in the console': [
    [
      'console/core/uploads.test.ts',
      'a form larger than the limit is refused when the limit is reached',
      'a form of many parts is refused with its sixth',
    ],
    ['tests/console/import-page.test.ts', 'an admin sends one file at a time'],
  ],
  'a request | names in an object': [
    [
      'contract/rules/strict-json.test.ts',
      'an object may have as many names as fit into the metadata of a user, and no more',
      'a text of many names is refused before it is parsed, in one object or in many',
    ],
    ['contract/rules/strict-form.test.ts', 'a form of more than 200 parameters is refused'],
  ],
  'all clients | password hashes': [
    [
      'users/passwords/password-hash.test.ts',
      'a hash that would wait behind more than a hundred others is refused at once',
      'logins go before new users, who get every fourth place',
    ],
  ],
  'an IPv4 address or IPv6 /64; a /48; not this machine | emails requested': [
    [
      'users/messages/mail/mail-budget.test.ts',
      'one network asks for five mails a minute, all of an IPv6 /64 are one, and a /48 is ten',
    ],
  ],
  'a recipient | emails requested by others': [
    ['users/messages/mail/mail-budget.test.ts', 'one address gets five mails an hour and twenty a day'],
  ],
  'anyone | log lines': [
    [
      'runtime/requests/report-failure.test.ts',
      'a flood of requests that cannot be served is a line at first',
    ],
    [`${journeys}/integrations/api-keys.test.ts`, 'keys that were never made fill no log'],
  ],
  'a user | authenticator apps, sets of recovery codes and passkeys': [
    ['users/factors/passkeys/passkeys.test.ts', 'a user has at most twenty passkeys'],
    ['users/factors/factors.test.ts', 'I98 a recovery code works once, of fifty at the same moment'],
    [`${journeys}/sign-in/factor-pages.test.ts`, 'an app is added, replaced and removed on the pages'],
  ],
  'anyone | rate-limit counters': [
    ['users/core/rate-limit-store.test.ts', 'a bucket is one row until nothing is counted in it any more'],
    ['users/messages/mail/mail-budget.test.ts', 'windows that are over are removed'],
    [
      `${journeys}/system/sweeping.test.ts`,
      'failed logins and idempotency keys go when they no longer count',
    ],
  ],
  'all clients | hourly sign-in counts': [
    [
      `${journeys}/sign-in/login-hours.test.ts`,
      'nodes add up, nothing is counted twice, and hours go after eight days',
    ],
  ],
  'all of these | events': [
    [
      `${journeys}/events/audit.test.ts`,
      'an act outlives the user it was done to and the event that told of it',
    ],
    [`${journeys}/system/sweeping.test.ts`, 'a dead letter stays for 30 days'],
  ],
  'all admins and API keys | signing keys of a purpose': [
    [`${journeys}/system/system.test.ts`, 'at most 20 signing keys of a purpose are kept'],
  ],
  'all webhooks of a process | events in flight; their PostgreSQL connections': [
    [
      'users/webhooks/deliver-webhooks.test.ts',
      'a burst of deliveries to many webhooks leaves half of the connections',
    ],
  ],
  'an admin, or an API key with the scope | users, applications, API keys and idempotency keys': [
    ['runtime/database/sqlite.test.ts', 'a full disk is reported as an outage'],
    [
      `${journeys}/system/sweeping.test.ts`,
      'failed logins and idempotency keys go when they no longer count',
    ],
  ],
  'an admin | emails about new API keys, webhooks and admins': [
    [
      'users/messages/mail/mail-budget.test.ts',
      'no mail of another kind, and no request of others, holds a warning',
    ],
  ],
}

const root = new URL('../../', import.meta.url)

const rows = readFileSync(new URL('SECURITY.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Who |'))
  .map((line) => line.slice(2))

test('each bound of the table in SECURITY.md is driven to its limit by a test', () => {
  const keys = Object.keys(drivenBy)
  const keyOf = (row: string) =>
    keys.filter((key) => row.startsWith(key)).sort((one, other) => other.length - one.length)[0]
  const undriven = rows.filter((row) => keyOf(row) === undefined)
  assert.deepEqual(
    undriven,
    [],
    'Write a test that drives a new bound to its limit, and name it in `drivenBy` of the feature in tests/features/, or here.',
  )
  const used = rows.map(keyOf)
  assert.deepEqual(
    keys.filter((key) => used.filter((one) => one === key).length !== 1),
    [],
    'each of these begins one row of SECURITY.md',
  )
  for (const [key, tests] of Object.entries(drivenBy))
    for (const [file, ...names] of tests) {
      const path = new URL(file, root)
      assert.ok(existsSync(path), `${key}: ${file}`)
      const named = namedTestsIn(readFileSync(path, 'utf8'))
      for (const name of names)
        assert.ok(
          named.some((one) => one.startsWith(name)),
          `${key}: ${file} has no test “${name}”.`,
        )
    }
})
