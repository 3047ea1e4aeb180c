import type { Kind, Operation, OperationOf } from './history.ts'

export const ofKind = <K extends Kind>(operations: readonly Operation[], ...kinds: K[]): OperationOf<K>[] =>
  operations.filter(({ kind }) => (kinds as Kind[]).includes(kind)) as OperationOf<K>[]

/** Keeps the operations that have had an effect, or may have one. */
export const possible = <O extends Pick<Operation, 'outcome'>>(operations: readonly O[]): O[] =>
  operations.filter(({ outcome }) => outcome !== 'refused')

export const acknowledged = <O extends Pick<Operation, 'outcome'>>(operations: readonly O[]): O[] =>
  operations.filter(({ outcome }) => outcome === 'ok')

/** Returns the operation that ended first. */
export function firstEnded<O extends Pick<Operation, 'end'>>(operations: readonly O[]): O | undefined {
  let first: O | undefined
  for (const one of operations) if (!first || one.end < first.end) first = one
  return first
}

/** Returns the operation that began first. */
export function firstBegun<O extends Pick<Operation, 'start'>>(operations: readonly O[]): O | undefined {
  let first: O | undefined
  for (const one of operations) if (!first || one.start < first.start) first = one
  return first
}
