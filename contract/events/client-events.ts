import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { array, nullable, object, string } from '../declaration/schema.ts'

const client = { client_id: Id, name: string({ description: 'The name of the client.' }) }
const redirectUris = array(string(), { description: 'Where codes are sent.' })

/** The events of OpenID clients, as `event-types.ts` lists them. */
export const clientEvents = {
  'client.created': object(
    { ...client, redirect_uris: redirectUris, ...author },
    { description: 'A new application may log people in. `user_id` is null.' },
  ),
  'client.updated': object(
    {
      ...client,
      redirect_uris: redirectUris,
      changed: array(string(), { description: 'The names of the fields.' }),
      ...author,
    },
    { description: 'An OpenID client was changed, disabled or enabled. `user_id` is null.' },
  ),
  'client.deleted': object(
    { ...client, ...author },
    { description: 'This application logs nobody in any more. `user_id` is null.' },
  ),
  'client.secret_created': object(
    { ...client, secret_id: Id, ...author },
    { description: 'An OpenID client can prove itself with another secret. `user_id` is null.' },
  ),
  'client.secret_revoked': object(
    { ...client, secret_id: Id, ...author },
    { description: 'A secret of an OpenID client is refused from now on. `user_id` is null.' },
  ),
  'grant.revoked': object(
    {
      client_id: Id,
      name: nullable(string({ description: 'The name of the client; null when it is gone.' })),
      ...author,
    },
    {
      description:
        'An application has no access to the user any more; `by` is null when the owner of the address took the user back.',
    },
  ),
} as const

/** The log messages of the events of OpenID clients, by the type of the event. */
export const clientLogMessages = {
  'client.created': 'an OpenID client was made',
  'client.updated': 'an OpenID client was changed',
  'client.deleted': 'an OpenID client was deleted',
  'client.secret_created': 'an OpenID client got another secret',
  'client.secret_revoked': 'a secret of an OpenID client was revoked',
  'grant.revoked': 'the access of an application to a user was taken back',
} satisfies Record<keyof typeof clientEvents, string>
