import type { PasswordCost } from '#users/passwords/password-hash.ts'

/** The lowest cost that argon2 accepts, because real hashes would take a large part of the time of all tests. */
export const cheapPasswords: PasswordCost = { memoryCost: 8, timeCost: 1 }
