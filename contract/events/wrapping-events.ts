import { author } from '../declaration/event-author.ts'
import { integer, object } from '../declaration/schema.ts'

export const wrappingEvents = {
  'password_wrapping.started': object(
    {
      waiting: integer({ description: 'How many password hashes were fast to guess at that time.' }),
      ...author,
    },
    {
      description:
        'An operator had the user service store fast password hashes inside argon2id (`latchkey users wrap-passwords`). `user_id` is null.',
    },
  ),
} as const

export const wrappingLogMessages = {
  'password_wrapping.started': 'an operator had fast password hashes stored inside argon2id',
}
