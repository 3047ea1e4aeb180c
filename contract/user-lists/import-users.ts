import { endpoint } from '../declaration/endpoint.ts'
import {
  array,
  boolean,
  freeObject,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { Id } from '../fields.ts'

/** Why a row makes no user. */
const RefusedRow = oneOf(['invalid_row', 'repeated_row', 'username_taken', 'deleted_here', 'forbidden'], {
  description:
    '`repeated_row`: an earlier row has the same id, address or username. `deleted_here`: somebody with this id or address was deleted here. `forbidden`: the role has more rights than the caller.',
})
export type RowRefusal = Static<typeof RefusedRow>

export const ImportedRow = object(
  {
    outcome: oneOf(['made', 'exists', 'refused'], {
      description:
        '`made`: there is a new user, or with `dry_run` there would be one. `exists`: a user has this id or this address, and stays as it is.',
    }),
    user_id: nullable({ ...Id, description: 'The user who was made or exists.' }),
    username: nullable(string({ description: 'What the user is called; null when the row is refused.' })),
    refusal: nullable(RefusedRow),
    errors: array(object({ pointer: string(), code: string(), detail: string() }), {
      description: 'The faults of an `invalid_row`.',
    }),
  },
  { title: 'ImportedRow' },
)
export type ImportedRowResource = Static<typeof ImportedRow>

export const maxImportedRows = 100

export const importUsersEndpoint = endpoint({
  name: 'importUsers',
  method: 'POST',
  paths: ['/api/v1/users/import'],
  access: 'users:write',
  tag: 'users',
  summary: 'Make users of up to 100 rows of another system',
  description:
    'Each row is a user as far as the other system tells, as `latchkey import` takes it: `email`, and of `id`, `username`, `name`, `locale`, `role`, `status`, `email_verified`, `password_hash`, `created_at`, `last_login_at` and `metadata` what is known. Values may be texts, as in CSV. A row that makes no user says why, and the others are done, each with its event `user.created`. May be repeated: who is there stays as it is. No mail is sent, unless `invite` says so. A user needs a login of the last five minutes, but not for a `dry_run`, which changes nothing.',
  body: object(
    {
      users: array(freeObject(), { minItems: 1, maxItems: maxImportedRows }),
      invite: optional(
        boolean({
          description: 'Sends everybody who is made without a password a mail with a link to set one.',
        }),
      ),
      dry_run: optional(boolean({ description: 'Says what would happen, and changes nothing.' })),
    },
    { title: 'UserImport' },
  ),
  success: 200,
  reply: object(
    { results: array(ImportedRow, { description: 'In the order of the rows.' }) },
    { title: 'UserImportResults' },
  ),
  failures: ['reauthentication_required'],
})

export const userImportEndpoints = [importUsersEndpoint]
