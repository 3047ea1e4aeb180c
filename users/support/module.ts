import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import { supportRoutes } from './routes.ts'
import { supportRpcs } from './rpcs.ts'

/** This module is what support does for a user: see why there is no login, confirm an address, and give a way back in. */
export const openSupport = (users: Users): Module => ({ routes: supportRoutes(users), rpcs: [supportRpcs] })
