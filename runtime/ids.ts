import { randomUUIDv7 } from 'node:crypto'

/** A UUIDv7 (RFC 9562): unique across nodes and restarts, and in rough order of time, so that inserts stay local. */
export const newId = (): string => randomUUIDv7()
