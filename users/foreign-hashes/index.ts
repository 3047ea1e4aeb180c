/**
 * # Password hashes of other systems
 *
 * An imported user keeps their password: Latchkey compares it with the hash that the other system made. This room reads the
 * texts of such hashes. A *format* (`bcrypt.ts`, `phpass.ts` and so on) takes a text apart, compares a password with it, and
 * says what one check costs; `formats.ts` lists them, and no text is valid in two. A hash of few rounds of MD5 or SHA is *fast*
 * to guess. It is stored only inside argon2id, as a *wrapped* hash (`wrapped.ts`).
 *
 * When Ada, whose hash is `$2y$10$…`, logs in for the first time, `passwords/password-hash.ts` sees that this service did not
 * make the hash. It loads this room, `readForeignHash` has `bcrypt.ts` take the text apart, and the password is compared. The
 * login stores a hash of its own kind, so Ada never needs this room again.
 *
 * No start loads the room: `passwords` loads this door with the first such hash, and `import` and `credentials` use it in files
 * that load with a request or a command. So it may export functions that load much code.
 */

/** Takes a hash of any known format apart, also a wrapped one. `RecognisedHash` is the result; other texts give undefined. */
export { type RecognisedHash, readForeignHash } from './formats.ts'
/** Make the text of a wrapped hash: the first gives what argon2id hashes, the second the text that is stored. */
export { hashedDigest, wrappedText } from './wrapped.ts'
