import type { Level } from '#contract/declaration/fields.ts'

type Kind = 'know' | 'have' | 'are'

/**
 * The kind of proof that each method of authentication gives (RFC 8176). Words of Latchkey are `rec`, a recovery code, `fed`, an
 * account at another provider, and `fmfa`, a second factor there.
 */
const kinds: Record<string, Kind> = {
  pwd: 'know',
  otp: 'have',
  rec: 'have',
  hwk: 'have',
  swk: 'have',
  user: 'are',
  // Latchkey does not know how the provider authenticated the person, so such a login has the same level as the
  // password that it replaces.
  fed: 'know',
  fmfa: 'have',
}

/**
 * Returns the level of a login by the methods that were proven. It is the only place that decides levels: `aal2` needs two
 * different kinds of proof (what one knows, has, or is), and the same kind twice stays `aal1` (I86).
 */
export function levelOf(methods: readonly string[]): Level {
  const proven = new Set<Kind>()
  for (const method of methods) {
    // A word that is no known method proves nothing: a later version may have stored it, or it may be an inherited
    // property name of every object.
    const kind = Object.hasOwn(kinds, method) ? kinds[method] : undefined
    if (kind) proven.add(kind)
  }
  return proven.size > 1 ? 'aal2' : 'aal1'
}

/** Returns the claim `amr` of a login by these methods: `mfa` is added when two kinds were proven. */
export const amrOf = (methods: readonly string[]): string[] =>
  levelOf(methods) === 'aal2' ? [...methods, 'mfa'] : [...methods]
