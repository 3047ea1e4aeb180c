import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import type { LogLevel } from './log-levels.ts'
import { createOutages } from './outages.ts'
import { currentTrace } from './tracing.ts'

export type Log = Logger

/**
 * Creates a log that writes lines in JSON, for programs. Every line of a request has the request id, and never anything that the
 * client sent. Failures during an outage are summed up in a few lines.
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
    hooks: { logMethod: outageLines() },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Makes the function of a log that gets each line before it is written and sums up the failures of an outage. Loggers derived
 * from the log share it.
 */
function outageLines() {
  const outages = createOutages()
  let isTelling = false
  return function (this: Logger, given: Parameters<LogFn>, write: LogFn): void {
    const [fields, message]: unknown[] = given
    if (!isTelling && typeof fields === 'object' && fields !== null) {
      isTelling = true
      try {
        if (outages.take(this, fields, typeof message === 'string' ? message : undefined)) return
      } finally {
        isTelling = false
      }
    }
    write.apply(this, given)
  }
}

/** Creates a log that writes readable lines, for a person at a terminal. */
export async function createTerminalLog(level: LogLevel): Promise<Log> {
  const { default: pretty } = await import('pino-pretty')
  return createLog(level, pretty({ ignore: 'service', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
