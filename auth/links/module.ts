import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { linkRoutes } from './routes.ts'
import { linkRpcs } from './rpcs.ts'

/** Serves the routes about links in mails. The user service stores the links and acts on them. */
export const openLinks = (auth: Auth): Module => ({ routes: linkRoutes(auth), rpcs: [linkRpcs] })
