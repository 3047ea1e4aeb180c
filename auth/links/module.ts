import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { linkRoutes } from './routes.ts'
import { linkRpcs } from './rpcs.ts'

/** Takes the links of mails. The user service keeps them, and does what they are for. */
export const openLinks = (auth: Auth): Module => ({ routes: linkRoutes(auth), rpcs: [linkRpcs] })
