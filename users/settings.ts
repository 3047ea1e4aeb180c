import { databaseUrl } from '#runtime/open-database.ts'
import { choice, httpUrl, port, unsetOr } from '#runtime/settings.ts'

export const userSettings = {
  usersPort: port('LATCHKEY_USERS_PORT', 'HTTP port of the user service; 0 is any free one', 8080),
  usersGrpcPort: port('LATCHKEY_USERS_GRPC_PORT', 'gRPC port of the user service', 10_000),
  usersOpsPort: port('LATCHKEY_USERS_OPS_PORT', 'where the user service answers /metrics', 9464),
  usersDatabase: unsetOr(
    databaseUrl(
      'LATCHKEY_USERS_DATABASE',
      'its database, sqlite:PATH or postgres://…; users.db in the data folder if unset',
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
