import { type Command, command, jsonFlag } from './command.ts'

/** The flags that select events. */
const eventFilter = {
  type: { value: 'TYPE,…', effect: 'Only events of these types' },
  user: { value: 'ID', effect: 'Only events of this user' },
  after: { value: 'POSITION', effect: 'Only events after this position' },
}

/** The summary of each command that only changes the status of a webhook. */
const webhookChanges = {
  enable: 'Resume the deliveries of a webhook',
  disable: 'Stop the deliveries of a webhook',
  delete: 'Delete a webhook permanently',
} as const

/** The commands for events and for the webhooks that receive them. The code of a command is imported only when it runs. */
export const eventCommands: readonly Command[] = [
  command({
    name: 'webhooks create',
    flags: {
      url: { value: 'URL', required: true, effect: 'URL that receives the events' },
      events: { value: 'TYPE,…', effect: 'Event types to send (default: all)' },
      description: { value: 'TEXT', effect: 'Description of the webhook' },
      ...jsonFlag,
    },
    meaning: 'Create a webhook and print its secret once',
    prints:
      'the webhook: `id`, `url`, `event_types` and its other fields, with `secret`, which is shown once',
    run: async ({ settings, flags }) =>
      (await import('./commands/webhooks.ts')).createWebhookCommand(settings, flags),
  }),
  command({
    name: 'webhooks list',
    flags: jsonFlag,
    meaning: 'List webhooks',
    prints: '`data`, the webhooks',
    run: async ({ settings, flags }) =>
      (await import('./commands/webhooks.ts')).listWebhooksCommand(settings, flags.json),
  }),
  command({
    name: 'webhooks rotate-secret',
    operand: 'ID',
    flags: jsonFlag,
    meaning: 'Create a new secret and print it once',
    details: 'Deliveries are also signed with the previous secret for 24 hours.',
    prints:
      'the webhook: `id`, `url`, `former_secret_until` and its other fields, with `secret`, which is shown once',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/webhooks.ts')).changeWebhookCommand(settings, 'rotate-secret', {
        ...flags,
        id: operand,
      }),
  }),
  ...(['enable', 'disable', 'delete'] as const).map((change) =>
    command({
      name: `webhooks ${change}`,
      operand: 'ID',
      flags: jsonFlag,
      meaning: webhookChanges[change],
      prints:
        change === 'delete'
          ? '`id` and `deleted`'
          : 'the webhook: `id`, `url`, `enabled` and its other fields',
      run: async ({ settings, operand, flags }) =>
        (await import('./commands/webhooks.ts')).changeWebhookCommand(settings, change, {
          ...flags,
          id: operand,
        }),
    }),
  ),
  command({
    name: 'webhooks deliveries',
    operand: 'ID',
    flags: jsonFlag,
    meaning: 'List the last 50 deliveries of a webhook',
    prints: '`data`, the deliveries',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/webhooks.ts')).listDeliveriesCommand(settings, operand, flags.json),
  }),
  command({
    name: 'webhooks replay',
    operand: 'ID',
    flags: {
      since: { value: 'DURATION', effect: 'Only deliveries of this last period, such as 3d' },
      ...jsonFlag,
    },
    meaning: 'Retry failed deliveries of a webhook',
    prints: '`replayed`, the number of deliveries',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/webhooks.ts')).replayDeliveriesCommand(settings, operand, flags),
  }),

  command({
    name: 'events list',
    flags: {
      ...eventFilter,
      limit: { value: 'N', effect: 'Number of events (default 50)' },
      ...jsonFlag,
    },
    meaning: 'List events, newest last',
    prints: '`data`, the events, and `next_cursor`, the position for `--after`',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).listEventsCommand(settings, flags),
  }),
  command({
    name: 'events watch',
    flags: { ...eventFilter, ...jsonFlag },
    meaning: 'Print events as they happen',
    prints: 'each event on a line of its own: `id`, `type`, `timestamp` and its other fields',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).watchEventsCommand(settings, flags),
  }),
  command({
    name: 'events dead-letters',
    flags: jsonFlag,
    meaning: 'List failed deliveries of both services',
    prints: '`data`, the failed deliveries',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).listDeadLettersCommand(settings, flags.json),
  }),
  command({
    name: 'events replay',
    operand: 'ID',
    isOperandOptional: true,
    flags: {
      all: { isSwitch: true, effect: 'Retry every failed delivery, instead of the one with an ID' },
      sink: { value: 'NAME', effect: 'With --all, only deliveries to this destination' },
      ...jsonFlag,
    },
    meaning: 'Retry a failed delivery, or all of them',
    prints: '`replayed`, the number of deliveries',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/events.ts')).replayDeadLettersCommand(settings, operand, flags),
  }),
]
