import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A path that a server of this process answers, in the spelling of its router, with its methods. */
export interface MountedRoute {
  port: number
  path: string
  methods: Set<string>
}

interface Noted {
  app: FastifyInstance
  path: string
  methods: string[]
}

/**
 * Notes every route that servers of this process add from now on, so that a test reaches all of them without a list of its own.
 * Call `stop` when the servers have started.
 */
export function noteRoutes(): { stop(): MountedRoute[] } {
  const noted: Noted[] = []
  const onServer = (message: unknown): void => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    app.addHook('onRoute', ({ url, method }) => {
      noted.push({ app, path: url, methods: [method].flat() })
    })
  }
  // Fastify tells everybody who subscribes to this channel of each server that is made.
  subscribe('fastify.initialization', onServer)
  return {
    stop() {
      unsubscribe('fastify.initialization', onServer)
      const found = new Map<string, MountedRoute>()
      for (const { app, path, methods } of noted) {
        const { port } = app.server.address() as AddressInfo
        const route = found.get(`${port} ${path}`) ?? { port, path, methods: new Set() }
        for (const method of methods) route.methods.add(method)
        found.set(`${port} ${path}`, route)
      }
      return [...found.values()]
    },
  }
}
