import { endAppAccessEndpoint, listAppsEndpoint, previewClaimsEndpoint } from '#contract/oidc/apps.ts'
import { userInPath } from '#contract/rules/user-in-path.ts'
import { route } from '#runtime/requests/route.ts'
import type { Auth } from '../../core/auth.ts'
import { endAppAccess } from './end-app-access.ts'
import { listApps } from './list-apps.ts'
import { previewClaims } from './preview-claims.ts'

export const appRoutes = (auth: Pick<Auth, 'db' | 'clock' | 'users' | 'policy'>) => [
  route(listAppsEndpoint, async ({ params, query, caller }) => {
    const { apps, nextCursor } = await listApps(auth, {
      ...query,
      userId: userInPath(params.id, caller),
      caller,
    })
    return { data: apps, next_cursor: nextCursor }
  }),
  route(endAppAccessEndpoint, ({ params, caller }) =>
    endAppAccess(auth, { userId: userInPath(params.id, caller), clientId: params.client_id, caller }),
  ),
  route(previewClaimsEndpoint, ({ params, query, caller }) => {
    const { user_id: userId, scope, resource } = query
    return previewClaims(auth, { clientId: params.id, userId, scope, resource, caller })
  }),
]
