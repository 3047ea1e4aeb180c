import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { isGuessable } from './secret-strength.ts'

const guessable = (secret: string | Buffer): boolean => isGuessable(Buffer.from(secret as string))

const keyboardRows = [
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
]

test('I47 a placeholder is refused, as examples have it and people fill it in', () => {
  const placeholders = [
    'your-service-token-goes-here-please',
    'YOUR_SERVICE_TOKEN_GOES_HERE_PLEASE',
    'YourServiceTokenGoesHerePlease1234',
    'yourservicetokengoeshereplease!!!',
    '<your-32-character-secret-goes-here>',
    '<paste the output of openssl rand -base64 32 here>',
    '$(openssl rand -base64 32)-------',
    `\${LATCHKEY_SERVICE_TOKEN:?set this first}`,
    '{{ .Values.serviceToken | required }}',
    'changeme-changeme-changeme-changeme-1',
    'changeme1changeme2changeme3changeme4',
    'change-me-in-production-or-else-2026',
    'CHANGE_ME_BEFORE_YOU_DEPLOY_THIS_APP',
    'replace-this-with-a-long-random-string',
    'replace_with_at_least_32_characters!!',
    'this-is-a-very-long-secret-for-testing',
    'this is not a secure secret, change it',
    'dev-only-secret-do-not-use-in-production',
    'an-example-token-of-the-documentation',
    'example-example-example-example-other',
    'super-secret-service-token-for-local-use',
    'supersecretsupersecretsupersecret123',
    'my-super-secret-jwt-signing-key-value',
    'insert_your_own_secret_value_in_here',
    'todo-generate-a-strong-random-secret',
    'a-service-token-for-two-services-that-run',
    'latchkey-latchkey-service-token-secret',
    'test-token-test-token-test-token-0001',
    'password1password2password3password4',
    'correct horse battery staple, password',
    'lorem ipsum dolor sit amet consectetur',
    'dummy-dummy-placeholder-insecure-value',
    'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx1',
    '00000000-0000-0000-0000-000000000001',
    '12345678-1234-1234-1234-123456789012',
    'deadbeefdeadbeefdeadbeefdeadbeef0001',
    '0123456789abcdef0123456789abcdef0000',
    '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    '0x0123456789abcdeffedcba9876543210',
    'aaaabbbbccccddddeeeeffffgggghhhhiiii',
    'abc123abc123abc123abc123abc123abc123x',
    '!@#$%^&*()_+!@#$%^&*()_+!@#$%^&*()_+q',
    Buffer.alloc(32, 'change-me-to-a-secret-of-my-own-').toString('base64'),
    Buffer.from('your-service-token-goes-here-ok!').toString('base64'),
    Buffer.from('your-service-token-goes-here-ok!').toString('hex'),
    Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64url'),
    ...['horse', 'blossom', 'mountaineer'].map((word) => Array(9).fill(word).join('-').concat('-7')),
    ...keyboardRows.map((row) => `${row}${row}`.slice(0, 40)),
    ...keyboardRows.map((row) => [...row].reverse().join('').padEnd(32, '12345678')),
  ]
  assert.deepEqual(
    placeholders.filter((text) => text.length < 32),
    [],
    'a shorter one is refused for its length',
  )
  assert.deepEqual(
    placeholders.filter((text) => !guessable(text)),
    [],
  )
})

const everyLetter = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const printable = `${everyLetter}0123456789!"#$%&'()*+-./:;<=>?@[]^_{|}~`

/** Words that a list for passphrases may have: that of the EFF, and BIP 39, which has some words of placeholders too. */
const passphrases = [
  'magnetic-outlast-squiggle-padlock-freeness-tattling',
  'unfunded reptile cardigan shrubbery dollop clutch',
  'Overlap7.Gumdrop.Vacant.Sprinkler.Tidy.Anthem',
  'crablikeVoicingDeskboundSulfateMaturityRoundup',
  'abandon secret gospel orbit walnut kidney mimic fluid',
  'blossom-violin-glacier-walrus-token-harvest-umbrella',
]

test('no secret of a generator is refused', () => {
  const failed: string[] = []
  for (let at = 0; at < 3_000; at++) {
    const random = hash('sha512', `${at}`, 'buffer')
    const of = (alphabet: string, length: number) =>
      Array.from({ length }, (_, n) => alphabet[(random[n] ?? 0) % alphabet.length]).join('')
    const hex = random.toString('hex')
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    const key = random.subarray(0, 32)
    const made: Record<string, string> = {
      'openssl rand -hex 16': hex.slice(0, 32),
      'openssl rand -hex 32': hex.slice(0, 64).toUpperCase(),
      'openssl rand -base64 24': random.toString('base64').slice(0, 32),
      'openssl rand -base64 32': key.toString('base64'),
      base64url: key.toString('base64url'),
      uuid,
      'two uuids': `${uuid}${hex.slice(32, 64)}`,
      'small letters': of(everyLetter.slice(0, 26), 32),
      'capital letters': of(everyLetter.slice(26), 32),
      letters: of(everyLetter, 32),
      'letters and digits': of(`${everyLetter}0123456789`, 32),
      base32: of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
      digits: of('0123456789', 40),
      'a password manager, 32': of(printable, 32),
      'a password manager, 64': of(printable, 64),
    }
    for (const [how, text] of Object.entries(made)) if (guessable(text)) failed.push(`${how}: ${text}`)
    if (isGuessable(key)) failed.push(`bytes: ${hex.slice(0, 64)}`)
  }
  assert.deepEqual(failed, [])
  assert.deepEqual(passphrases.filter(guessable), [])
})
