import { useTakeBackLinkEndpoint } from '#contract/links.ts'
import type { Module } from '#runtime/module.ts'
import { route } from '#runtime/route.ts'
import type { Users } from '../core/users.ts'
import { lifetimesMs } from '../links/link.ts'
import { takeBack } from './take-back.ts'

/** This module gives an account back to its owner after a theft, by the link “This was not me” in the mail about a change. */
export const openTakeBack = (users: Users): Module => ({
  routes: [
    route(useTakeBackLinkEndpoint, async ({ body }) => {
      const { userId, resetToken } = await takeBack(users, body)
      return {
        user_id: userId,
        reset_token: resetToken,
        expires_in: lifetimesMs.reset_password / 1000,
      }
    }),
  ],
})
