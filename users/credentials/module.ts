import type { Module } from '#runtime/module.ts'
import type { Credentials } from './credentials.ts'
import { credentialRoutes } from './routes.ts'

/** This module checks, changes and resets passwords. */
export const openCredentials = (users: Credentials): Module => ({ routes: credentialRoutes(users) })
