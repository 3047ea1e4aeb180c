import type { ActResource } from '#contract/events/audit.ts'

/** Returns who ran the command that an act is of, as `account@host`; undefined for other acts, and those of older versions. */
export function operatorOf({ by, details }: Pick<ActResource, 'by' | 'details'>): string | undefined {
  const { os_user: account, host } = details
  return by === null && typeof account === 'string' ? `${account}@${host}` : undefined
}
