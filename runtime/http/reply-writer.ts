import type { Schema } from '#contract/schema.ts'

type Choose = (value: unknown) => unknown

/**
 * Writes exactly what the schema lists: a field that is not in the contract never leaves, whatever a handler returns.
 * One that is required and missing is a fault of ours.
 */
export function replyWriter(schema: Schema): (value: unknown) => string {
  const choose = chooser(schema as ReplySchema)
  return (value) => JSON.stringify(choose(value))
}

interface ReplySchema {
  properties?: Record<string, ReplySchema>
  required?: string[]
  items?: ReplySchema
}

/** Walks the schema once; what is left for each reply is the copying. */
function chooser(schema: ReplySchema): Choose {
  if (schema.items) {
    const chooseItem = chooser(schema.items)
    return (value) => (value as unknown[]).map(chooseItem)
  }
  if (!schema.properties) return (value) => value
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    choose: chooser(field),
    isRequired: required.has(name),
  }))
  return (value) => {
    if (value === null) return null
    const chosen: Record<string, unknown> = {}
    for (const { name, choose, isRequired } of fields) {
      const given = (value as Record<string, unknown>)[name]
      if (given !== undefined) chosen[name] = choose(given)
      else if (isRequired) throw new Error(`A reply lacks ${name}.`)
    }
    return chosen
  }
}
