import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './log-levels.ts'
import { currentTrace } from './tracing.ts'

export type Log = Logger

/**
 * Writes JSON lines for machines. Every line of a request carries the request id, and never the content that
 * the client sent.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const { requestId, traceId } = currentTrace() ?? {}
      return { ...(requestId ? { request_id: requestId } : {}), ...(traceId ? { trace_id: traceId } : {}) }
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Writes readable lines for a person at a terminal. */
export async function createTerminalLog(level: LogLevel): Promise<Log> {
  const { default: pretty } = await import('pino-pretty')
  return createLog(level, pretty({ ignore: 'service', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
