import { setTimeout as sleep } from 'node:timers/promises'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, type Reply, statusOf } from '#contract/declaration/endpoint.ts'
import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { type CallInput, call } from '#sdk/call.ts'
import type { CallOptions } from '#sdk/send-request.ts'

export interface Node {
  users: string
  auth: string
}

/** The result of one request. */
export interface Answer {
  endpoint: string
  service: keyof Node
  node: number
  /** The time at which the request was sent, on the clock of `performance.now()`. */
  askedAt: number
  answeredAt: number
  outcome: 'done' | 'no answer' | FailureCode
  status: number | undefined
  hasRetryAfter: boolean
}

type Sent = Pick<CallOptions, 'bearer' | 'headers'>

export interface RecordedCalls {
  answers: readonly Answer[]
  /** Sends one request. The nodes are used alternately. */
  askOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>, sent?: Sent): Promise<Reply<E>>
  /** Sends a request to the nodes alternately, and repeats it while the reply is 503, as a good client does. */
  ask<E extends Endpoint>(endpoint: E, input: CallInput<E>, sent?: Sent): Promise<Reply<E>>
}

export const retryAfterMs = 100
const givenUpAfterMs = 35_000

export function recordCalls(nodes: readonly Node[]): RecordedCalls {
  const answers: Answer[] = []
  let turn = 0

  async function askOnce<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    sent: Sent = {},
  ): Promise<Reply<E>> {
    const node = turn++ % nodes.length
    const service = authEndpoints.some(({ name }) => name === endpoint.name) ? 'auth' : 'users'
    const askedAt = performance.now()
    const record = (outcome: Answer['outcome'], status?: number, hasRetryAfter = false) => {
      const answeredAt = performance.now()
      const { name } = endpoint
      answers.push({ endpoint: name, service, node, askedAt, answeredAt, outcome, status, hasRetryAfter })
    }
    try {
      const baseUrl = nodes[node]?.[service] ?? ''
      const reply = await call(endpoint, input, { ...sent, baseUrl, timeoutMs: givenUpAfterMs })
      record('done', endpoint.success)
      return reply
    } catch (error) {
      if (!(error instanceof Failure)) record('no answer')
      else record(error.code, statusOf(endpoint, error.code), error.retryAfterSeconds !== undefined)
      throw error
    }
  }

  return {
    answers,
    askOnce,
    async ask(endpoint, input, sent) {
      for (const startedAt = performance.now(); ; await sleep(retryAfterMs)) {
        try {
          return await askOnce(endpoint, input, sent)
        } catch (error) {
          const mayBeRepeated = error instanceof Failure && statusOf(endpoint, error.code) === 503
          if (!mayBeRepeated || performance.now() - startedAt > givenUpAfterMs) throw error
        }
      }
    },
  }
}
