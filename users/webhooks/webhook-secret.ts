import { createHmac, randomBytes } from 'node:crypto'
import { seal, sealedAnew, unseal } from '#runtime/sealing.ts'
import type { Users } from '../core/users.ts'
import type { Webhook } from './webhook.ts'
import { findWebhooksPage, resealWebhook } from './webhook-store.ts'

type Sealing = Pick<Users, 'secrets'>

const secretBytes = 32
const purposeOf = (webhookId: string): string => `webhook secret ${webhookId}`

/** A new secret in the form that its owner sees once, and in the stored form, which is encrypted with the master key. */
export interface NewSecret {
  shown: string
  sealed: string
}

export function makeSecret(sealing: Sealing, webhookId: string): NewSecret {
  const secret = randomBytes(secretBytes)
  return {
    shown: `whsec_${secret.toString('base64')}`,
    sealed: seal(sealing.secrets.masterKeys, purposeOf(webhookId), secret),
  }
}

/** Signs with each valid secret and joins the signatures by spaces (Standard Webhooks 1.0, "Webhook headers"). */
export function signatures(
  sealing: Sealing,
  webhook: Webhook,
  signed: { content: string; now: number },
): string {
  const isFormerGood = webhook.formerUntil !== null && webhook.formerUntil > signed.now
  return [webhook.secret, isFormerGood ? webhook.formerSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unseal(sealing.secrets.masterKeys, purposeOf(webhook.id), sealed))
    .map((secret) => `v1,${createHmac('sha256', secret).update(signed.content).digest('base64')}`)
    .join(' ')
}

/** Returns whether the stored secrets of a webhook can be decrypted with one of the master keys. */
export function opensSecrets(
  masterKeys: readonly Buffer[],
  { id, secrets }: { id: string; secrets: readonly (string | null)[] },
): boolean {
  try {
    for (const sealed of secrets) if (sealed !== null) unseal(masterKeys, purposeOf(id), sealed)
    return true
  } catch {
    // There is no such key, or the secret was changed or belongs to another webhook.
    return false
  }
}

/**
 * Encrypts webhook secrets with the current master key, which is the first in the setting. It runs after a change of keys, at the
 * first start with both keys.
 */
export async function resealWebhookSecrets({ db, secrets }: Pick<Users, 'db' | 'secrets'>): Promise<void> {
  for (const webhook of await findWebhooksPage(db, { createdAt: -1, id: '' }, maxResealed)) {
    const { secret, formerSecret } = webhook
    const anew = (sealed: string) => sealedAnew(secrets.masterKeys, purposeOf(webhook.id), sealed)
    const [newSecret, newFormer] = [anew(secret), formerSecret === null ? undefined : anew(formerSecret)]
    if (newSecret === undefined && newFormer === undefined) continue
    await resealWebhook(db, webhook, { secret: newSecret ?? secret, formerSecret: newFormer ?? formerSecret })
  }
}

/** The size of the page in which all webhooks are read: more than the limit on webhooks. */
const maxResealed = 1_000
