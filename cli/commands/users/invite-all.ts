import { StartFault } from '#runtime/start-fault.ts'
import { inviteAll } from '#users/sign-up/invite-all.ts'
import { printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { withUsers } from '../../with-users.ts'

const usualLimit = 500
const maxLimit = 100_000

/** Queues invitations for users without a password, on the database. The user service sends them. */
export async function inviteAllCommand(
  settings: AllSettings,
  { limit, json }: { limit: string | undefined; json: boolean },
): Promise<void> {
  const wanted = limit === undefined ? usualLimit : Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > maxLimit)
    throw new StartFault([`--limit must be a whole number from 1 to ${maxLimit}.`], { exitCode: 2 })
  const { invited, left } = await withUsers(settings, (users) => inviteAll(users, { limit: wanted }))
  process.stdout.write(json ? printableJson({ invited, left }) : `invited  ${invited}\nleft     ${left}\n`)
}
