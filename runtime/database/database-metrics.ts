/** The metric of how long commits take, which SQLite and PostgreSQL both have. A slow disk shows in this metric first. */
export const commitSeconds = {
  name: 'latchkey_database_commit_seconds',
  help: 'Duration of commits. On SQLite, this includes the statements of the transactions and the sync to disk; on PostgreSQL, only the statement COMMIT.',
  bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
} as const

export const transactionsWaiting = {
  name: 'latchkey_database_transactions_waiting',
  help: 'Waiting transactions: on SQLite for a commit, on PostgreSQL for a connection.',
} as const
