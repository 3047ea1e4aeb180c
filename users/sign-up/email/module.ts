import { useEmailLinkEndpoint } from '#contract/users/links.ts'
import type { Module } from '#runtime/module.ts'
import { route } from '#runtime/requests/route.ts'
import { toResource } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { verifyEmail } from './verify-email.ts'

/** This module confirms e-mail addresses. */
export const openEmail = (users: Users): Module => ({
  routes: [
    route(useEmailLinkEndpoint, async ({ body }) => ({ user: toResource(await verifyEmail(users, body)) })),
  ],
})
