/** The metric that counts spans, where traces are on. The page about metrics names it, too. */
export const spanMetric = {
  name: 'latchkey_traces_spans',
  help: 'Spans: sent, failed to be sent, dropped because too many waited, and waiting.',
  label: 'outcome',
} as const
