import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBounds } from './connections.ts'
import { isLost, isLostRace, isStale } from './errors.ts'

export const maxAttempts = 5

/**
 * True for a read that may run again: after a lost race, and also after a lost connection, unless the time of one statement is
 * used up.
 */
export const mayReadAgain = (
  error: unknown,
  startedAt: number,
  { statementMs }: Pick<PostgresBounds, 'statementMs'>,
): boolean => isLostRace(error) || (isLost(error) && performance.now() - startedAt < statementMs)

/**
 * True for a write that may run again: after a lost race, and not after a lost connection, because the server may have done it.
 */
export const mayWriteAgain = (error: unknown): boolean => isLostRace(error) || isStale(error)

/**
 * Waits before a retry. The wait is never zero, because the transaction that won the race must finish before
 * the loser tries again.
 */
export const pauseBefore = (attempt: number): Promise<void> => sleep((1 + Math.random()) * 5 * 2 ** attempt)
