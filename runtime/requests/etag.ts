import { Failure } from '#contract/declaration/failures.ts'

/** A resource whose version rises with every change. */
export interface Versioned {
  version: number
}

/** Returns the ETag of a resource: its version, quoted. */
export const etagOf = ({ version }: Versioned): string => `"${version}"`

/**
 * Requires the version that an `If-Match` header names (RFC 9110 section 13.1.1). `ifMatch` is the header as
 * it was sent; without the header, any version matches.
 */
export function requireMatch(resource: Versioned, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (!tags.includes(etagOf(resource))) throw new Failure('precondition_failed')
}
