import { type Command, command, jsonFlag } from './command.ts'

/** The flags that select events. */
const eventFilter = { type: { value: 'a,b' }, user: { value: 'ID' }, after: { value: 'POSITION' } }

/** The commands for events and for the webhooks that send them on. The code of a command is imported only when it runs. */
export const eventCommands: readonly Command[] = [
  command({
    name: 'webhooks create',
    flags: { url: { required: true }, events: { value: 'a,b' }, description: {}, ...jsonFlag },
    meaning: 'send events to a URL',
    prints:
      'the webhook: `id`, `url`, `event_types` and its other fields, with `secret`, which is shown once',
    run: async ({ settings, flags }) =>
      (await import('./commands/webhooks.ts')).createWebhookCommand(settings, flags),
  }),
  command({
    name: 'webhooks list',
    flags: jsonFlag,
    meaning: 'where events are sent',
    prints: '`data`, the webhooks',
    run: async ({ settings, flags }) =>
      (await import('./commands/webhooks.ts')).listWebhooksCommand(settings, flags.json),
  }),
  command({
    name: 'webhooks rotate-secret',
    operand: 'ID',
    flags: jsonFlag,
    meaning: 'another secret; the one before signs too for 24 hours',
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
      usage: 'webhooks enable|disable|delete ID',
      operand: 'ID',
      flags: jsonFlag,
      meaning: '',
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
    meaning: 'the last 50 that were sent or wait',
    prints: '`data`, the deliveries',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/webhooks.ts')).listDeliveriesCommand(settings, operand, flags.json),
  }),
  command({
    name: 'webhooks replay',
    operand: 'ID',
    flags: { since: { value: '3d' }, ...jsonFlag },
    meaning: 'send again what has failed',
    prints: '`replayed`, how many',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/webhooks.ts')).replayDeliveriesCommand(settings, operand, flags),
  }),

  command({
    name: 'events list',
    flags: { ...eventFilter, limit: { value: '50' }, ...jsonFlag },
    meaning: 'what happened, newest last',
    prints: '`data`, the events, and `next_cursor`, the position for `--after`',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).listEventsCommand(settings, flags),
  }),
  command({
    name: 'events watch',
    flags: { ...eventFilter, ...jsonFlag },
    meaning: 'what happens, as it happens',
    prints: 'each event on a line of its own: `id`, `type`, `timestamp` and its other fields',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).watchEventsCommand(settings, flags),
  }),
  command({
    name: 'events dead-letters',
    flags: jsonFlag,
    meaning: 'deliveries that were given up, in either service',
    prints: '`data`, the dead letters',
    run: async ({ settings, flags }) =>
      (await import('./commands/events.ts')).listDeadLettersCommand(settings, flags.json),
  }),
  command({
    name: 'events replay',
    operand: 'ID',
    isOperandOptional: true,
    flags: { all: { isSwitch: true }, sink: { value: 'NAME' }, ...jsonFlag },
    meaning: 'deliver one after all, or with --all every one',
    prints: '`replayed`, how many',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/events.ts')).replayDeadLettersCommand(settings, operand, flags),
  }),
]
