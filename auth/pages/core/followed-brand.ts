import { setTimeout as sleep } from 'node:timers/promises'
import { type BrandingResource, findBrandingEndpoint } from '#contract/system/branding.ts'
import { createFailureLines } from '#runtime/log/failure-lines.ts'
import type { Auth } from '../../core/auth.ts'
import type { Brand } from '../view/brand.ts'

/** The settings of the environment, which take precedence over what admins store. */
export type FixedBrand = Pick<Brand, 'name' | 'logoUrl' | 'color'>

/** The brand of pages that follow the stored branding. */
export interface FollowedBrand {
  /** The brand as this node knows it now. */
  readonly current: Brand
  /**
   * Reads the branding again, if that was more than two seconds ago. It waits for half a second at most and never rejects: a page
   * that can't read the branding shows the last one that this node knew.
   */
  refresh(): Promise<void>
}

const freshMs = 2_000
const patienceMs = 500

/** Follows the branding that the user service stores. It is read when a page is requested, so that an idle node asks nothing. */
export function followBranding(
  { users, clock, log }: Pick<Auth, 'users' | 'clock' | 'log'>,
  fixed: FixedBrand,
): FollowedBrand {
  const lines = createFailureLines(log, { message: 'the branding could not be read' })
  let current = brandOf(fixed, undefined)
  let askedAt: number | undefined
  async function read(): Promise<void> {
    try {
      current = brandOf(fixed, await users.ask(findBrandingEndpoint, undefined))
      lines.succeeded()
    } catch (error) {
      lines.failed(error)
    }
  }
  return {
    get current() {
      return current
    },
    async refresh() {
      const now = clock.now()
      // The clock may have been set back.
      if (askedAt !== undefined && Math.abs(now - askedAt) < freshMs) return
      askedAt = now
      await Promise.race([read(), sleep(patienceMs, undefined, { ref: false })])
    },
  }
}

const brandOf = (fixed: FixedBrand, stored: BrandingResource | undefined): Brand => ({
  name: fixed.name ?? stored?.name ?? undefined,
  logoUrl: fixed.logoUrl,
  color: fixed.color ?? stored?.color ?? undefined,
  privacyUrl: stored?.privacy_url ?? undefined,
  termsUrl: stored?.terms_url ?? undefined,
  helpUrl: stored?.help_url ?? undefined,
})
