/** The levels that a log can be set to, in a file of their own, so that reading the settings loads no library. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
