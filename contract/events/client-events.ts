import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { array, nullable, object, string } from '../declaration/schema.ts'

const client = { client_id: Id, name: string({ description: 'The name of the client.' }) }
const redirectUris = array(string(), { description: 'The redirect URIs of the client.' })

/** The events of OpenID clients, as `event-types.ts` lists them. */
export const clientEvents = {
  'client.created': object(
    { ...client, redirect_uris: redirectUris, ...author },
    { description: 'An OpenID client was created. `user_id` is null.' },
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
    { description: 'An OpenID client was deleted. `user_id` is null.' },
  ),
  'client.secret_created': object(
    { ...client, secret_id: Id, ...author },
    { description: 'A secret was added to an OpenID client. `user_id` is null.' },
  ),
  'client.secret_revoked': object(
    { ...client, secret_id: Id, ...author },
    { description: 'A secret of an OpenID client was revoked. `user_id` is null.' },
  ),
  'grant.revoked': object(
    {
      client_id: Id,
      name: nullable(string({ description: 'The name of the client. Null if the client was deleted.' })),
      ...author,
    },
    {
      description:
        'The access of an application to the user was revoked. `by` is null after an account recovery.',
    },
  ),
} as const

/** The log messages of the events of OpenID clients, by the type of the event. */
export const clientLogMessages = {
  'client.created': 'an OpenID client was created',
  'client.updated': 'an OpenID client was changed',
  'client.deleted': 'an OpenID client was deleted',
  'client.secret_created': 'a secret was added to an OpenID client',
  'client.secret_revoked': 'a secret of an OpenID client was revoked',
  'grant.revoked': 'the access of an application to a user was revoked',
} satisfies Record<keyof typeof clientEvents, string>
