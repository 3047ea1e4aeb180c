/**
 * The header of a reply to a change that ends sessions, with the value `pending`, while the authentication service has not confirmed
 * that they have ended.
 */
export const sessionsHeader = 'Latchkey-Sessions'

/** Returns whether a reply has that header. The name is in lower case, as a server of Node has it. */
export const areSessionsPending = (headers: Pick<Headers, 'get'>): boolean =>
  headers.get(sessionsHeader.toLowerCase()) === 'pending'
