import { endpoint } from '../declaration/endpoint.ts'
import { boolean, object, type Static } from '../declaration/schema.ts'

export const SetupChecklist = object(
  {
    is_open: boolean({
      description:
        'True on a new installation until an admin dismisses the checklist. False on one that had users before it was upgraded to a version with a checklist.',
    }),
    has_generated_password: boolean({
      description: 'True while you use the password that the first start generated.',
    }),
    email_tested: boolean({
      description: 'True if a test email was accepted with the current mail server and sender.',
    }),
  },
  { title: 'SetupChecklist', description: 'What is left to set up on a new installation.' },
)
export type SetupChecklistResource = Static<typeof SetupChecklist>

const ofChecklist = {
  tag: 'system',
  httpOnly: 'for the console, which calls by HTTP',
  failures: [],
} as const

export const getSetupChecklistEndpoint = endpoint({
  ...ofChecklist,
  name: 'getSetupChecklist',
  method: 'GET',
  paths: ['/api/v1/setup-checklist'],
  access: 'system:read',
  summary: 'Get the setup checklist',
  description: 'Returns the setup steps whose completion no other endpoint reports.',
  success: 200,
  reply: SetupChecklist,
})

export const dismissSetupChecklistEndpoint = endpoint({
  ...ofChecklist,
  name: 'dismissSetupChecklist',
  method: 'POST',
  paths: ['/api/v1/setup-checklist/dismiss'],
  access: 'system:write',
  summary: 'Dismiss the setup checklist',
  description: 'Hides it for all admins, permanently. Idempotent.',
  success: 204,
})

export const setupChecklistEndpoints = [getSetupChecklistEndpoint, dismissSetupChecklistEndpoint]
