import type { Schema } from '../declaration/schema.ts'
import { ids } from './people.ts'

/**
 * Returns a value that a schema accepts: the first of its `examples`, or one by its form. Returns undefined when the schema has a
 * text of no known form and without `examples`. Fields that may be absent are left out, and what may be null is not.
 */
export function exampleFromSchema(schema: Schema): unknown {
  const { properties, required = [], items, minimum = 1, format } = schema
  const [type] = [schema.type].flat()
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (properties) {
    const fields = required.map((name) => [name, exampleFromSchema(properties[name] ?? {})] as const)
    return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
  }
  if (items) {
    const item = exampleFromSchema(items)
    return item === undefined ? undefined : [item]
  }
  if (type === 'object') return {}
  if (type === 'integer') return Math.max(1, Number(minimum))
  if (type === 'boolean') return true
  if (format === 'uuid') return ids.ada
  return format === 'date-time' ? '2026-11-21T10:00:00.000Z' : undefined
}
