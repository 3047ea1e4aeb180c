import type { ServerResponse } from 'node:http'
import { exposedHeaders } from './cors.ts'

/** Every sandboxed frame and local file has the origin `null`, so that it identifies no page. */
export const isOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && origin !== 'null'

// A header of the raw response is sent with every kind of answer, also with those that are written without Fastify.
export function allowReader(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', exposedHeaders)
}
