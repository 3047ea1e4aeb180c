/** The sessions of a user that count, as the user service stores it. */
export interface SessionEpoch {
  /** A number that rises when all sessions of the user end. A session that began with a lower one has ended. */
  session_epoch: number
  /** The one session that went on when the epoch rose last; undefined when none did. */
  kept_session?: string | undefined
}

/**
 * Says whether a session has ended because all sessions of its user did. This can be so before the authentication service knows it,
 * as long as the order of the user service has not arrived there.
 */
export const isBeforeEpoch = (
  session: { id: string; epoch: number },
  { session_epoch, kept_session }: SessionEpoch,
): boolean => session.epoch < session_epoch && session.id !== kept_session
