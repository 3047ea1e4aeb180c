import type { Auth } from '../auth.ts'
import { forgetFailures } from '../login-throttle.ts'

/**
 * Sets a password with the link of a mail. Failed logins with the names of the user count no more: whoever reads its mail
 * is not the one who guessed, and must get in at once (I15, I16).
 * @throws {Failure} `link_invalid`, `password_unacceptable`, `overloaded`
 */
export async function resetPassword(auth: Auth, input: { token: string; password: string }): Promise<void> {
  const { username, email } = await auth.users.resetPassword(input)
  await forgetFailures(auth, [username, email])
}
