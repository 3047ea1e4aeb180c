import { author } from '../declaration/event-author.ts'
import { integer, object } from '../declaration/schema.ts'

export const wrappingEvents = {
  'password_wrapping.started': object(
    {
      waiting: integer({ description: 'The number of fast password hashes at that time.' }),
      ...author,
    },
    {
      description:
        'An operator started to wrap fast password hashes in argon2id (`latchkey users wrap-passwords`). `user_id` is null.',
    },
  ),
} as const

export const wrappingLogMessages = {
  'password_wrapping.started': 'an operator started to wrap fast password hashes',
}
