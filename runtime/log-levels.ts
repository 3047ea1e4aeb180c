/** The levels that a log can be set to. They are apart from the log so that reading settings loads no library. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
