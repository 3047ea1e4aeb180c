/** The metric that counts spans, where traces are on. The page about metrics names it, too. */
export const spanMetric = {
  name: 'latchkey_traces_spans',
  help: 'Spans sent, failed, dropped because too many were queued, and queued.',
  label: 'outcome',
} as const
