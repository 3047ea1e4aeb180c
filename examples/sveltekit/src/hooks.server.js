import { createWebSession, webSessionOptions } from '@latchkey/client/server'
import { svelteKitHandle } from '@latchkey/client/sveltekit'
import { env } from '$env/dynamic/private'

export const handle = svelteKitHandle(createWebSession(webSessionOptions(env)))
