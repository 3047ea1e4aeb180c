import type { exportEndpoints } from '../integrations/exports.ts'
import { auditExamples } from './audit.ts'
import { eventExamples } from './events.ts'
import type { ExamplesOf } from './example.ts'
import { ada } from './people.ts'

/** An example for each export: the file has one row. */
export const exportExamples = {
  exportUsers: {
    query: { format: 'csv', status: 'suspended' },
    file: fileOf({ ...ada, status: 'suspended', is_active: false }),
  },
  exportActs: {
    query: { format: 'jsonl', since: '2026-11-01T00:00:00Z' },
    file: fileOf(auditExamples.listActs.reply.data[0]),
  },
  exportEvents: {
    query: { format: 'jsonl', type: 'user.created' },
    file: fileOf(eventExamples.listEvents.reply.data[0]),
  },
} satisfies ExamplesOf<typeof exportEndpoints>

function fileOf(row: object = {}) {
  const cells = Object.values(row).map((value) => {
    if (value === null || typeof value === 'boolean') return String(value ?? '')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `"${text.replaceAll('"', '""')}"`
  })
  return {
    'text/csv': `${Object.keys(row).join(',')}\r\n${cells.join(',')}\r\n`,
    'application/jsonl': `${JSON.stringify(row)}\n`,
  }
}
