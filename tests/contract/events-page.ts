import type { Schema } from '#contract/declaration/schema.ts'
import { type EventType, eventData, eventTypes } from '#contract/events/event-types.ts'
import { Event } from '#contract/events/events.ts'
import { User } from '#contract/users/user.ts'
import { eventExamples } from './event-examples.ts'

/** Returns the page `docs/reference/events.md`, built from the event types of the contract. */
export const eventsPage = (): string => `# Events

This page lists all event types and their data. [Events](../guide/events.md) explains how to receive them. Later versions can add types and fields,
so ignore those that you don't know. This page is generated from \`contract/events/event-types.ts\` by \`npm run generate\`.

## Fields of every event

${fieldTable(Event)}

When a user is deleted, the \`data\` of that user's earlier events becomes \`{}\`.

## Types

| type | when |
| --- | --- |
${eventTypes.map((type) => `| [\`${type}\`](#${anchorOf(type)}) | ${describe(eventData[type])} |`).join('\n')}

${eventTypes.map(section).join('\n')}
## A user

The user at the time of the event, as returned by \`GET /api/v1/users/{id}\`.

${fieldTable(User)}
`

const anchorOf = (type: string): string => type.replace('.', '')

const describe = (schema: Schema): string => schema.description ?? ''

function section(type: EventType): string {
  const schema = eventData[type]
  return `### ${type}

${describe(schema)}

${schema.properties ? fieldTable(schema) : 'Without fields.'}

\`\`\`json
${JSON.stringify(eventExamples[type], null, 2)}
\`\`\`
`
}

const fieldTable = (schema: Schema): string =>
  [
    '| field | type | |',
    '| --- | --- | --- |',
    ...Object.entries(schema.properties ?? {}).map(
      ([name, field]) =>
        `| \`${name}\` | ${typeOf(field)} | ${field.title === 'User' ? '' : describe(field)} |`,
    ),
  ].join('\n')

/** Returns the type of a field in words, such as `time or null`. */
export function typeOf(field: Schema): string {
  if (field.title === 'User') return '[a user](#a-user)'
  const types = [field.type ?? 'anything'].flat()
  const orNull = types.includes('null') ? ' or null' : ''
  if (field.enum) {
    const values = field.enum.filter((value) => value !== null).map((value) => `\`${value}\``)
    return `${values.join(', ')}${orNull}`
  }
  if (field.items) return `array of ${typeOf(field.items)}${orNull}`
  return `${field.format === 'date-time' ? 'time' : types[0]}${orNull}`
}
