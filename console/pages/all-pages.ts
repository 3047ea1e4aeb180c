import type { ConsolePage } from '../core/visit.ts'
import { actionPages } from './actions.ts'
import { userPage } from './user.ts'
import { usersPage } from './users.ts'

export const allPages: readonly ConsolePage[] = [usersPage, userPage, ...actionPages]
