import { documentedRules, type Schema } from '../declaration/schema.ts'

type Json = Record<string, unknown>

/** Components are the schemas that have a name in the document. Generated clients get one type for each. */
export type Components = Record<string, Json>

/**
 * Converts a schema of the contract for the OpenAPI document. A schema with a title becomes a component. Keywords are read only
 * in places for a schema: a property that is called `title` stays a property.
 * @param open true for a reply, to which a later version may add fields that clients must ignore
 */
export function documentedSchema(schema: Schema, components: Components, { open }: { open: boolean }): Json {
  const { title, properties, items, additionalProperties, ...rest } = schema
  const inner = (one: Schema) => documentedSchema(one, components, { open })
  const documented: Json = {
    ...rest,
    ...(properties && { properties: mapValues(properties, inner) }),
    ...(items && { items: inner(items) }),
    ...(additionalProperties === undefined || (open && additionalProperties === false)
      ? {}
      : { additionalProperties }),
    ...schema[documentedRules],
  }
  if (typeof title !== 'string') return documented
  const name = nameFor(title, documented, components)
  components[name] = documented
  return { $ref: `#/components/schemas/${name}` }
}

/**
 * Returns the name of the component for a schema. A schema that is both sent and replied becomes two components, because only
 * the one that is sent refuses unknown fields.
 */
function nameFor(title: string, documented: Json, components: Components): string {
  for (const name of [title, `${title}Input`]) {
    const known = components[name]
    if (known === undefined || JSON.stringify(known) === JSON.stringify(documented)) return name
  }
  throw new Error(`Several schemas have the title ${title}.`)
}

/** Applies a function to every value of an object. */
export const mapValues = <T>(object: Record<string, T>, change: (value: T) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
