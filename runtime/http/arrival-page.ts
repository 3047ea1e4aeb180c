import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import type { PassedOnBy } from '../requests/route.ts'

/** The facts about how a request arrived at a service, past proxies. The command `latchkey doctor` asks for them. */
export interface Arrival {
  /** The version of the package that answers; `node` is the version of Node that it runs on. */
  version: string
  node: string
  /** The clock of the service, in epoch milliseconds. */
  now: number
  /**
   * The address by which the rate limits count the request: that of the client, or of a proxy that is missing in the settings.
   */
  address: string
  /** The address at the other end of the connection. */
  peer: string
  /** The header X-Forwarded-For as it arrived; null without one. */
  forwarded_for: string | null
  passed_on_by: PassedOnBy
  /** The origin (scheme and host) of the request, as the service sees it behind its proxies. */
  origin: string
  /** The URL at which this service calls the other one; null when both are in the same process, absent from earlier versions. */
  other_service?: string | null
}

export const arrivalPath = '/health/arrival'
export const arrivalProofHeader = 'x-latchkey-proof'

/**
 * The maximum age of a proof, and the maximum difference between the clocks of both sides. The limit is long, because `latchkey
 * doctor` must still get an answer when a clock is wrong, to report it.
 */
const proofLastsMs = 86_400_000

/**
 * Returns a proof that the sender knows the service token, without sending the token, because every proxy in front of the service
 * sees the request. Somebody who steals the proof can only open the arrival page, for a day.
 */
export const arrivalProof = (serviceToken: string, now: number): string =>
  `${now}.${createHmac('sha256', serviceToken).update(`latchkey arrival ${now}`).digest('base64url')}`

/**
 * Serves the page that says how a request arrived. It reveals addresses of proxies, so without a proof it replies like an
 * unknown path.
 */
export function arrivalPage(
  app: FastifyInstance,
  options: {
    serviceTokens: readonly string[]
    version?: string | undefined
    otherService?: string | undefined
    findProxy(headers: Record<string, unknown>, peerAddress: string): PassedOnBy
    now?: () => number
  },
): void {
  const { serviceTokens, version = '', otherService = null, findProxy, now = Date.now } = options
  app.get(arrivalPath, (request, reply) => {
    const proof = String(request.headers[arrivalProofHeader] ?? '')
    if (!serviceTokens.some((token) => isProof(proof, token, now()))) throw new Failure('route_not_found')
    const peer = request.socket.remoteAddress ?? ''
    const arrival: Arrival = {
      version,
      node: process.versions.node,
      now: now(),
      address: request.ip,
      peer,
      forwarded_for: request.raw.headersDistinct['x-forwarded-for']?.join(', ') ?? null,
      passed_on_by: findProxy(request.headers, peer),
      origin: `${request.protocol}://${request.host}`,
      other_service: otherService,
    }
    return reply.send(arrival)
  })
}

function isProof(proof: string, serviceToken: string, now: number): boolean {
  const madeAt = Number(proof.split('.', 1)[0])
  if (!Number.isSafeInteger(madeAt) || Math.abs(now - madeAt) > proofLastsMs) return false
  const right = Buffer.from(arrivalProof(serviceToken, madeAt))
  const sent = Buffer.from(proof)
  return sent.length === right.length && timingSafeEqual(sent, right)
}
