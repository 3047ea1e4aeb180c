import assert from 'node:assert/strict'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

const by = '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02'

export const feature: Feature = {
  events: {
    'email.tested': { outcome: 'failed', fault: 'login_refused', by },
    'setup_checklist.dismissed': { by },
  },
  opens: { 'system:read': ['getSetupChecklist'], 'system:write': ['dismissSetupChecklist'] },
  examples: ['sendTestEmail', 'getSetupChecklist'],
  drivenBy: {
    'an admin | test emails to themselves': [
      ['tests/journeys/system/test-email.test.ts', 'after five test emails, an admin has to wait'],
    ],
  },
  use: setUp,
}

/** Reads the checklist, sends a test email and dismisses the checklist. */
async function setUp(system: System, { token }: { token: string }): Promise<void> {
  for (const [method, path] of [
    ['GET', 'setup-checklist'],
    ['POST', 'system/test-email'],
    ['POST', 'setup-checklist/dismiss'],
  ] as const) {
    const { status, body } = await system.send(method, `${system.usersUrl}/api/v1/${path}`, { token })
    assert.ok(status < 300, JSON.stringify(body))
  }
}
