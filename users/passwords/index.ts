/**
 * # Passwords
 *
 * This room hashes passwords, compares them, and says which new ones are acceptable. It knows no users: it is given a hash and
 * a password. The *hasher* makes hashes of argon2id at the usual cost. A *decoy* is a hash with which the password of an
 * unknown login name is compared, so that a refusal takes as long as that of a user.
 *
 * When Ada logs in, `credentials/validate-user.ts` calls `compare` of the hasher (`password-hash.ts`). The call waits for its
 * turn in `hash-queue.ts`: as many hashes run at the same time as there are cores, three turns in four are for known users while
 * new ones wait, and a request that would wait too long is refused. A thread of low priority hashes (`pool-threads.ts`),
 * `hash-metrics.ts` measures the time, and `trace-hashes.ts` adds it to the trace of the request. For an unknown name,
 * `decoys.ts` picks the hash that is compared. When Ada sets another password, `password-policy.ts` refuses one that is short,
 * or among the most common (`common-passwords.txt`).
 *
 * Hashes that other systems made are read by the room `foreign-hashes`, which is loaded with the first of them.
 */

/**
 * `createPasswordHasher` makes the hasher of a process with the options `PasswordHashing`. `isUsualHash` returns whether a hash
 * looks as this service makes hashes by default.
 */
export {
  createPasswordHasher,
  isUsualHash,
  type PasswordHashing,
} from './password-hash.ts'
/** Refuses a new password that is too short or too common, or the name of its owner. */
export { checkNewPassword } from './password-policy.ts'
