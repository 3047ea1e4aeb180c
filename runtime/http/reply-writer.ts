import type { Schema } from '#contract/declaration/schema.ts'

type Choose = (value: unknown) => unknown

/**
 * Makes a function that writes a value as JSON with exactly the fields of the schema. A field that is not in the contract is
 * never sent, whatever a handler returns. The function throws when a required field is missing.
 */
export function replyWriter(schema: Schema): (value: unknown) => string {
  const choose = chooser(schema)
  return (value) => JSON.stringify(choose(value))
}

/**
 * Returns a function that copies the fields of a schema. The schema is walked only once, so that each reply only costs the copy.
 */
function chooser(schema: Schema): Choose {
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
