import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { createRevocationFeed, revocationStreamsMetric } from './revocation-feed.ts'
import { revocationRoutes } from './routes.ts'
import { revocationRpcs } from './rpcs.ts'

/** Tells validators elsewhere which sessions have ended. */
export function openRevocations({ db, clock, log, policy }: Auth): Module {
  const feed = createRevocationFeed({ db, clock, log, accessTokenMs: policy.accessTokenMs })
  return {
    routes: revocationRoutes({ feed, clock }),
    rpcs: [revocationRpcs],
    metrics: [revocationStreamsMetric(feed)],
    stop: feed.stop,
  }
}
