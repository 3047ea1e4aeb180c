/**
 * # The password hashes of other systems
 *
 * A user who was imported keeps their password, because Latchkey compares it with the hash that the other system made. This room
 * knows the texts of such hashes. A *format* (`bcrypt.ts`, `phpass.ts` and the like) takes a text apart, compares a password
 * with it, and says what one check costs. `formats.ts` has the list of them; no text is valid in two. A hash of few rounds of MD5
 * or SHA is *fast*: it is stored only inside argon2id, as a *wrapped* hash (`wrapped.ts`).
 *
 * When Ada, whose hash is `$2y$10$…`, logs in, `passwords/password-hash.ts` sees that the hash is not its own, loads this room,
 * and asks `readForeignHash`. `bcrypt.ts` takes the text and compares. The login replaces the hash, so that the room is not
 * needed for Ada again.
 *
 * No start loads this room: `passwords` loads its door with the first hash of another system, and `import` and `credentials`
 * import it from files that load with a request or a command.
 */

/** A hash whose format is known: its form (such as `bcrypt 10`), its cost, and how to compare a password with it. */
/** Takes a hash of any known format apart, also a wrapped one; undefined for every other text. */
export { type RecognisedHash, readForeignHash } from './formats.ts'
/** What argon2id hashes when it wraps a fast hash, and the text under which the result is stored. */
export { hashedDigest, wrappedText } from './wrapped.ts'
