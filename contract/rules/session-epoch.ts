/** The data by which the user service knows which sessions of a user are still valid. */
export interface SessionEpoch {
  /** A number that rises when all sessions of the user end. A session that began in a lower epoch has ended. */
  session_epoch: number
  /** The one session that did not end when the epoch rose last; undefined when there was none. */
  kept_session?: string | undefined
}

/**
 * Returns whether a session has ended because all sessions of its user have ended. The user service knows this before its order
 * has reached the authentication service.
 */
export const isBeforeEpoch = (
  session: { id: string; epoch: number },
  { session_epoch, kept_session }: SessionEpoch,
): boolean => session.epoch < session_epoch && session.id !== kept_session
