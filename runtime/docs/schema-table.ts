import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { documentedRules, type Schema } from '#contract/declaration/schema.ts'
import { table } from '../components/table.ts'
import { type Html, html, joinHtml } from '../html.ts'
import { code, prose } from './html.ts'

/**
 * Returns a table of the fields of an object: name, type and rules, and meaning; undefined for an object without fields. Fields with
 * a model link to it.
 */
export function fieldTable(schema: Schema): Html | undefined {
  const { properties = {}, required = [] } = schema
  return table(
    ['Field', 'Type', 'Meaning'],
    Object.entries(properties).map(([name, field]) => [
      html`${code(name)}${!required.includes(name) && html` <i>optional</i>`}`,
      typeName(field),
      prose([field.description ?? '', rulesOf(field)].filter(Boolean).join(' ')),
    ]),
  )
}

/** Returns the type of a value, such as `array of Session`, with a link where it is a model. */
export function typeName(schema: Schema): Html {
  if (schema.title) return html`<a href="#${modelId(schema.title)}">${schema.title}</a>`
  if (schema.items) return html`array of ${typeName(schema.items)}`
  if (schema.enum)
    return joinHtml(
      schema.enum.map((value) => code(JSON.stringify(value))),
      ' | ',
    )
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  return html`${[schema.type ?? ''].flat().join(' | ')}`
}

export const modelId = (title: string): string => `model-${title}`

/** Describes the limits of a value: the length of a text or a list, and the range of a number. */
function rulesOf(schema: Schema): string {
  const rules: Schema = { ...schema, ...schema[documentedRules] }
  const between = (low: unknown, high: unknown, unit: string) => {
    if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}.`
    if (high !== undefined) return `At most ${high}${unit}.`
    return low === undefined || low === 0 || (low === 1 && unit !== '') ? '' : `At least ${low}${unit}.`
  }
  return [
    between(rules.minLength, rules.maxLength, ' characters'),
    between(rules.minItems, rules.maxItems, ' items'),
    between(rules.minimum, rules.maximum, ''),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the schemas with a title that the replies and streams of endpoints are made of, each once, by title. */
export function modelsOf(endpoints: readonly Endpoint[]): Map<string, Schema> {
  const models = new Map<string, Schema>()
  const visit = (schema: Schema): void => {
    if (schema.title) {
      if (models.has(schema.title)) return
      models.set(schema.title, schema)
    }
    for (const field of Object.values(schema.properties ?? {})) visit(field)
    if (schema.items) visit(schema.items)
  }
  for (const { reply, stream = {}, body } of endpoints) {
    for (const schema of [reply, ...Object.values(stream)]) if (schema) visit(schema)
    // The fields of a body are shown with its operation. So only the schemas inside the body become models.
    for (const field of Object.values(body?.properties ?? {})) visit(field)
  }
  return new Map([...models].sort(([a], [b]) => a.localeCompare(b, 'en')))
}
