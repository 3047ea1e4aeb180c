import { choice, httpUrl, port, unsetOr } from '#runtime/settings.ts'
import { sqliteDatabase } from '#runtime/sqlite.ts'

export const userSettings = {
  usersPort: port('LATCHKEY_USERS_PORT', 'HTTP port of the user service; 0 is any free one', 8080),
  usersDatabase: unsetOr(
    sqliteDatabase(
      'LATCHKEY_USERS_DATABASE',
      'its database, sqlite:PATH; users.db in the data folder if unset',
    ),
  ),
  authUrl: unsetOr(
    httpUrl('LATCHKEY_AUTH_URL', 'where the user service finds the authentication service, when split'),
  ),
  signup: choice(
    'LATCHKEY_SIGNUP',
    'who may make a user: anyone, or admins only',
    ['open', 'closed'],
    'open',
  ),
}
