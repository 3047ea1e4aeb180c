import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'
import { createPasswordHasher } from '../passwords/password-hash.ts'
import { hashFormats, readForeignHash } from './formats.ts'

/** Returns the password, and the other spelling of it that the raw hash accepts. */
async function spellingsAccepted(hash: string, password: string): Promise<string[]> {
  const padded = ` ${password}\n`
  return [password, ...((await readForeignHash(hash)?.verify(padded)) ? [padded] : [])]
}

const hashBy = (format: string) => {
  const found = foreignHashVectors.find((vector) => vector.format === format)
  assert.ok(found, format)
  return found
}

describe('password hashes of other systems', () => {
  for (const { format, by, password, hash } of foreignHashVectors)
    test(`a hash in the format ${format} by ${by} (${hash.slice(0, 14)}…) matches its password only`, async () => {
      const read = readForeignHash(hash)
      assert.equal(read?.form.split(' ')[0], format)
      assert.equal(read.tooCostly, undefined)
      assert.equal(await read.verify(password), true)
      for (const wrong of [`${password.slice(0, -1)}!`, password.slice(1), password.toUpperCase(), ''])
        assert.equal(await read.verify(wrong), false, wrong)
    })

  for (const { format, password, hash } of foreignHashVectors.filter(
    ({ hash }) => readForeignHash(hash)?.fast,
  ))
    test(`a fast hash in the format ${format} (${hash.slice(0, 14)}…) matches its password only, inside argon2id too`, async () => {
      const wrapped = await createPasswordHasher({ cost: { memoryCost: 8, timeCost: 1 } }).wrap(hash)
      const read = readForeignHash(wrapped)
      assert.equal(read?.form, `wrapped-${readForeignHash(hash)?.form}`)
      assert.equal(read.fast, undefined)
      for (const spelled of await spellingsAccepted(hash, password))
        assert.equal(await read.verify(spelled), true)
      for (const wrong of [`${password.slice(0, -1)}!`, password.slice(1), password.toUpperCase(), ''])
        assert.equal(await read.verify(wrong), false, wrong)
      const digest = hash.slice(-20)
      assert.ok(
        !wrapped.includes(digest) && !Buffer.from(wrapped.split('$')[2] ?? '', 'base64url').includes(digest),
      )
    })

  test('hashes of fewer than 10,000 rounds of MD5 or SHA are fast, and no others', () => {
    const isFast = (hash: string) => readForeignHash(hash)?.fast !== undefined
    const hex = 'a'.repeat(64)
    for (const hash of [
      `$P$B${'a'.repeat(30)}`,
      `$5$rounds=9999$salt$${'a'.repeat(43)}`,
      `pbkdf2:sha256:9999$salt$${hex}`,
      `$pbkdf2-sha256$9999$AAAA$${'A'.repeat(43)}`,
      hex,
      `sha256$salt$${hex}`,
      `${hex}:salt`,
    ])
      assert.equal(isFast(hash), true, hash)
    for (const hash of [
      `$P$C${'a'.repeat(30)}`,
      `$5$rounds=10000$salt$${'a'.repeat(43)}`,
      `pbkdf2:sha256:10000$salt$${hex}`,
      `$S$C${'a'.repeat(51)}`,
      `$2b$04$${'a'.repeat(53)}`,
      ...foreignHashVectors
        .filter(({ format }) => /argon2|bcrypt|scrypt/.test(format))
        .map(({ hash }) => hash),
    ])
      assert.equal(isFast(hash), false, hash)
  })

  test('each format has a vector, and no hash is of two formats', () => {
    assert.deepEqual(
      [...new Set(foreignHashVectors.map(({ format }) => format))].sort(),
      hashFormats.map(({ name }) => name).sort(),
    )
    for (const { hash } of foreignHashVectors)
      assert.equal(hashFormats.filter(({ read }) => read(hash)).length, 1, hash)
  })

  test('a hash that costs more than a login may is found out by its text', () => {
    const [salt, key] = ['A'.repeat(22), 'A'.repeat(43)]
    const costly = [
      `$2b$15$${'a'.repeat(53)}`,
      `bcrypt_sha256$$2b$31$${'a'.repeat(53)}`,
      `$wp$2y$20$${'a'.repeat(53)}`,
      `$argon2id$v=19$m=2097152,t=1,p=1$${salt}$${key}`,
      `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${key}`,
      `$argon2i$v=19$m=262144,t=5,p=1$${salt}$${key}`,
      `$scrypt$ln=20,r=8,p=1$${salt}$${key}`,
      `$scrypt$ln=17,r=8,p=200$${salt}$${key}`,
      `scrypt$16777216$salt$8$1$${key}=`,
      `$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=${'A'.repeat(43)}=$${salt}==$${key}=`,
      `$pbkdf2-sha256$1000000000$${salt}$${key}`,
      `$pbkdf2-sha512$i=1000001,l=32$${salt}$${key}`,
      // A hash of 64 bytes has two blocks of SHA-256, and each block takes all rounds.
      `$pbkdf2-sha256$i=1500000,l=64$${salt}$${'A'.repeat(86)}`,
      `pbkdf2_sha256$1000000000$salt$${key}=`,
      Buffer.from([1, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 16, ...Array(48).fill(7)]).toString(
        'base64',
      ),
      `$6$rounds=999999999$saltstring$${'a'.repeat(86)}`,
      `$P$S${'a'.repeat(30)}`,
      `$S$S${'a'.repeat(51)}`,
      `pbkdf2:sha256:1000000000$salt$${'a'.repeat(64)}`,
      `scrypt:16777216:8:1$salt$${'a'.repeat(128)}`,
    ]
    assert.equal(readForeignHash(`$argon2id$v=19$m=262144,t=4,p=1$${salt}$${key}`)?.tooCostly, undefined)
    assert.equal(readForeignHash(`$2b$14$${'a'.repeat(53)}`)?.tooCostly, undefined)
    for (const hash of costly) assert.match(String(readForeignHash(hash)?.tooCostly), /more than|above/, hash)
  })

  test('what is no hash of these formats is not taken for one', () => {
    const others = [
      '',
      'a password',
      '5f4dcc3b5aa765d61d8327deb882cf9',
      '5f4dcc3b5aa765d61d8327deb882cf9g',
      '$1$salt$qJH7.N4xYta3aEG/dfqo/',
      '$1$ninechars$qJH7.N4xYta3aEG/dfqo/0',
      'sha1$salt$5f4dcc3b5aa765d61d8327deb882cf99',
      'U$2y$10$abcdefghijklmnopqrstuu',
      `$2x$10$${'a'.repeat(53)}`,
      `$2b$10$${'a'.repeat(52)}`,
      `$2b$03$${'a'.repeat(53)}`,
      '$argon2d$v=19$m=64,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
      '$argon2id$v=16$m=64,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
      '$argon2id$v=19$m=8,t=1,p=9$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
      '$pbkdf2-md5$1000$AAAA$AAAAAAAAAAAAAAAAAAAAAA',
      '{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9gAAAA=',
      '{SMD5}RKLOsCfDPOmjf5GkA35TRg==',
      '$wrapped$JDEk$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
      '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
      Buffer.alloc(49, 2).toString('base64'),
      'plain:00112233',
    ]
    for (const text of others) assert.equal(readForeignHash(text), undefined, text)
  })

  test('a password is compared in the spelling of its origin, and not in NFC', async () => {
    const matches = (format: string, password: string) =>
      readForeignHash(hashBy(format).hash)?.verify(password)
    const { password } = hashBy('better-auth')
    const decomposed = password.normalize('NFD')
    assert.notEqual(decomposed, password)
    assert.equal(await matches('better-auth', decomposed), true)
    assert.equal(await matches('bcrypt', decomposed), false)
    for (const format of ['wordpress', 'phpass']) assert.equal(await matches(format, ` ${password}\n`), true)
    assert.equal(await matches('wordpress', `\u00a0${password}`), false)
    // Latchkey hashes passwords in NFC, so a hash of another installation is of the composed password.
    assert.equal(await matches('argon2', decomposed), true)
  })

  test('a part of a password is not enough for bcrypt, unless bcrypt itself uses no more', async () => {
    const long = foreignHashVectors.find((one) => one.format === 'bcrypt' && one.password.length === 72)
    const read = readForeignHash(String(long?.hash))
    assert.equal(await read?.verify(`${long?.password}and more`), true)
    assert.equal(await read?.verify(`${long?.password}\0`), false)
    assert.equal(
      await readForeignHash(hashBy('bcrypt').hash)?.verify(`${hashBy('bcrypt').password}\0x`),
      false,
    )
  })

  test('loops of MD5 and SHA let other work run in between, and end with a password that is too long', async () => {
    for (const slow of [`$P$E${'a'.repeat(30)}`, `$6$rounds=50000$saltstring$${'a'.repeat(86)}`]) {
      const read = readForeignHash(slow)
      assert.ok(read)
      let isDone = false
      let turns = 0
      const checked = read.verify('words').finally(() => {
        isDone = true
      })
      while (!isDone) {
        await nextTurn()
        turns++
      }
      assert.equal(await checked, false)
      assert.ok(turns > 3, `${turns} turns of the event loop`)
      assert.equal(await read.verify('x'.repeat(257)), false)
    }
  })
})
