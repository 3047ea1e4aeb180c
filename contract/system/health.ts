import { endpoint } from '../declaration/endpoint.ts'
import { freeObject, object, oneOf, optional, type Static, string } from '../declaration/schema.ts'

/** The version of the contract, the same for both services. It is `info.version` of the OpenAPI documents. */
export const contractVersion = '1.0'

/** The title of each service in its OpenAPI document, and the URL where it listens without settings. */
export const services = {
  users: { title: 'Latchkey user service', defaultUrl: 'http://localhost:8080' },
  auth: { title: 'Latchkey authentication service', defaultUrl: 'http://localhost:8090' },
} as const

const health = <const T extends 'ok' | 'unavailable'>(states: readonly T[], title: string) =>
  object(
    {
      status: oneOf(states),
      version: string({ description: 'The version of the API.', examples: [contractVersion] }),
      revision: optional(
        string({
          description: 'The git commit that the service was built from. Absent if the build did not know it.',
          examples: ['9fceb02d0ae598e95dc970b74767f19372d61af8'],
        }),
      ),
      checks: freeObject({
        description:
          'The checks, each `ok` or the fault. `database`: `unavailable`, `unwritable`. On PostgreSQL `clock`: `skewed`. ' +
          'If the services run separately, the other one as `auth_service` or `user_service`: `unavailable`.',
      }),
    },
    { title },
  )

const Health = health(['ok', 'unavailable'], 'Health')
export type HealthResource = Static<typeof Health>

const common = {
  method: 'GET',
  access: 'anyone',
  tag: 'health',
  success: 200,
  reply: Health,
  unavailable: Health,
  failures: [],
} as const

export const healthEndpoint = endpoint({
  ...common,
  name: 'health',
  paths: ['/health', '/api/v1/health', '/health/ready', '/api/v1/health/ready'],
  summary: 'Check readiness',
})

export const livenessEndpoint = endpoint({
  ...common,
  name: 'liveness',
  paths: ['/health/live', '/api/v1/health/live'],
  summary: 'Check liveness',
})

export const healthEndpoints = [healthEndpoint, livenessEndpoint]
