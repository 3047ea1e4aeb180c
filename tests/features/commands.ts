import type { Feature } from './feature.ts'

const run = {
  command_id: '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02',
  command: 'export',
  file: '/var/backups/latchkey/users.jsonl',
} as const
const by = { by: null, by_os_user: 'deploy', by_host: 'db1' } as const

export const feature: Feature = {
  events: {
    'command.began': { ...run, ...by },
    'command.ended': { ...run, rows: 1_204, complete: true, ...by },
    'password_wrapping.started': { waiting: 1_204, ...by },
  },
}
