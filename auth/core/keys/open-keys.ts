import { jwksEndpoint } from '#contract/auth.ts'
import type { Log } from '#runtime/log/log.ts'
import type { Metric } from '#runtime/metrics/metrics.ts'
import type { Module } from '#runtime/module.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import type { KeyContext } from './rotate-keys.ts'
import { expiredKeys } from './signing-key-store.ts'
import { type SigningKeys, startKeyRotation } from './signing-keys.ts'

/** Publishes the public keys with which anybody can check access tokens (RFC 7517), and rotates the signing keys. */
export const openKeys = (context: KeyContext, { keys, log }: { keys: SigningKeys; log: Log }): Module => ({
  routes: [
    route(
      jwksEndpoint,
      () => new Answer({ keys: keys.publicJwks() }, { 'cache-control': 'public, max-age=300' }),
      { readers: 'everyone' },
    ),
  ],
  sweeps: [expiredKeys],
  metrics: [activeKeysMetric(keys)],
  start: () => [startKeyRotation(context, keys, log)],
})

const activeKeysMetric = (keys: SigningKeys): Metric => ({
  name: 'latchkey_signing_key_activated_timestamp_seconds',
  help: 'When the active signing key began to sign, by the purpose of its tokens.',
  label: 'purpose',
  isOfDatabase: true,
  read: () => new Map([...keys.activeSince()].map(([purpose, at]) => [purpose, Math.floor(at / 1_000)])),
})
