/**
 * Returns the user handle that an authenticator keeps with a passkey, and gives back at a login: the 16 bytes of the user's id,
 * which says nothing of the person (WebAuthn section 14.6.1).
 */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
