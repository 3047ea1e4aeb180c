import { streamsMetric } from '#runtime/events/follow-feed.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import type { Auth } from '../../core/auth.ts'
import { createRevocationFeed } from './revocation-feed.ts'
import { revocationRoutes } from './routes.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))

const streams = {
  name: 'latchkey_revocation_streams',
  help: 'Streams of revocations that are open, and ends of sessions that were sent on streams.',
} as const

/**
 * Opens the streams that report ended sessions to validators, which are other processes that check access tokens by themselves.
 */
export function openRevocations({ db, clock, log, policy }: Auth): Module {
  const feed = createRevocationFeed({ db, clock, log, accessTokenMs: policy.accessTokenMs })
  return {
    routes: revocationRoutes({ feed, clock }),
    rpcs: async () => [(await loadRpcs()).revocationRpcs],
    metrics: [streamsMetric(streams, feed)],
    stop: feed.stop,
  }
}
