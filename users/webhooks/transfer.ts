import { literal, nullable, object, oneOf, type Static, string } from '#contract/declaration/schema.ts'
import { Description, disabledReasons, EventTypes, WebhookUrl } from '#contract/integrations/webhooks.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import {
  CountFrom1,
  EpochMs,
  type ImportContext,
  type Outcome,
  RowId,
  type Transfer,
} from '#runtime/database/transfer.ts'
import { checker } from '#runtime/requests/validation.ts'
import { maxWebhooks } from './create-webhook.ts'
import { toEventTypes } from './webhook.ts'
import { opensSecrets } from './webhook-secret.ts'
import { countWebhooks, eventTypesText, lockWebhooks } from './webhook-store.ts'

export interface WebhookImport extends ImportContext {
  /** The master keys of this installation. */
  masterKeys: readonly Buffer[]
}

const SealedSecret = string({
  pattern: '^v1\\.[^.]+\\.[^.]+\\.[^.]+$',
  maxLength: 1_000,
  description: 'Encrypted with the master key.',
})

/** A line of an export holds one webhook. Its secrets are encrypted with the master key. Waiting deliveries are not exported. */
const WebhookLine = object(
  {
    type: literal('webhook'),
    id: RowId,
    url: WebhookUrl,
    event_types: EventTypes,
    description: Description,
    secret: SealedSecret,
    former_secret: nullable(SealedSecret),
    former_until: nullable({
      ...EpochMs,
      description: 'The time until which the previous secret also signs.',
    }),
    disabled_reason: nullable(oneOf(disabledReasons)),
    failing_since: nullable(EpochMs),
    created_by: nullable({ ...RowId, description: 'A user or an API key.' }),
    created_at: EpochMs,
    updated_at: EpochMs,
    version: CountFrom1,
  },
  { description: 'A webhook. An import needs the master key that encrypted its secrets.' },
)
type WebhookLine = Static<typeof WebhookLine>

const lineColumns = sql`
  id, url, event_types, description, secret, former_secret, former_until, disabled_reason, failing_since, created_by, created_at,
  updated_at, version`

export const webhookTransfer: Transfer<WebhookLine, WebhookImport> = {
  type: 'webhook',
  line: WebhookLine,
  key: 'id',
  async page(db, { after, limit }) {
    const rows = await db.query<{ event_types: string }>`
      SELECT ${lineColumns} FROM webhooks WHERE id > ${after} AND deleted_at IS NULL ORDER BY id LIMIT ${limit}`
    return rows.map((row) => ({ ...row, event_types: row.event_types.trim().split(' ') }))
  },
  read: checker(WebhookLine),
  /**
   * Imports webhooks. A webhook that exists stays as it is, and so does a deleted one, which must not begin to send again. A
   * master key of this installation must decrypt the secrets, because no start succeeds with a secret that none can decrypt.
   */
  async write(db, lines, { masterKeys }) {
    // The rows are written one after the other, because each import counts the webhooks before it, to keep their limit.
    const outcomes: Outcome[] = []
    await db.transaction(async (tx) => {
      outcomes.length = 0
      await lockWebhooks(tx)
      for (const line of lines) outcomes.push(await importWebhook(tx, line, masterKeys))
    })
    return outcomes
  },
}

async function importWebhook(tx: Sql, line: WebhookLine, masterKeys: readonly Buffer[]): Promise<Outcome> {
  const [same] = await tx.query`SELECT id FROM webhooks WHERE id = ${line.id}`
  if (same) return 'already_there'
  if (!opensSecrets(masterKeys, { id: line.id, secrets: [line.secret, line.former_secret] }))
    return {
      pointer: '/secret',
      code: 'not_allowed',
      detail:
        'The master key here does not open it. Import with the LATCHKEY_MASTER_KEY of the other place, or make the webhook anew.',
    }
  if ((await countWebhooks(tx)) >= maxWebhooks)
    return { pointer: '/id', code: 'not_allowed', detail: `There are ${maxWebhooks} webhooks here already.` }
  await tx.query`
    INSERT INTO webhooks (${lineColumns})
    VALUES (${line.id}, ${line.url}, ${eventTypesText(toEventTypes(line.event_types))}, ${line.description}, ${line.secret},
      ${line.former_secret}, ${line.former_until}, ${line.disabled_reason}, ${line.failing_since}, ${line.created_by},
      ${line.created_at}, ${line.updated_at}, ${line.version})`
  return 'imported'
}
