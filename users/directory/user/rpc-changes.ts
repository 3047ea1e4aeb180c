import { Failure } from '#contract/declaration/failures.ts'
import type { UpdateUserRequest__Output } from '#proto/generated/latchkey/users/v1/UpdateUserRequest.ts'
import { fromEnum, fromStruct } from '#proto/values.ts'

export const changeable = [
  'username',
  'email',
  'name',
  'role',
  'status',
  'suspension_reason',
  'metadata',
  'locale',
] as const

/**
 * Converts a change with a field mask (AIP-134) into a JSON merge patch. A field that the mask names and the message does not set
 * becomes null, which clears it if it can be cleared. Without a mask all fields that are set are changed.
 */
export function changedFields({
  changes,
  update_mask: mask,
}: UpdateUserRequest__Output): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  if (changes?.username !== undefined) set.username = changes.username
  if (changes?.email !== undefined) set.email = changes.email
  if (changes?.name !== undefined) set.name = changes.name
  if (changes?.locale !== undefined) set.locale = changes.locale
  if (changes?.suspension_reason !== undefined) set.suspension_reason = changes.suspension_reason
  const role = changes && fromEnum(changes.role, 'ROLE_', 'changes.role')
  if (role) set.role = role
  const status = changes && fromEnum(changes.status, 'USER_STATUS_', 'changes.status')
  if (status) set.status = status
  if (changes?.metadata) set.metadata = fromStruct(changes.metadata)
  if (mask === null) return set
  return Object.fromEntries(mask.paths.map((path) => [known(path), set[path] ?? null]))
}

function known(path: string): string {
  if (changeable.some((name) => name === path)) return path
  const detail = `There is no field ${path.slice(0, 100)}.`
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/update_mask', code: 'unknown_field', detail }],
  })
}
