import { documentedRules, type Schema } from './schema.ts'

type Json = Record<string, unknown>

/** Schemas that have a name in the document, so that generated clients get one type for each. */
export type Components = Record<string, Json>

/**
 * A schema as the document has it. One with a title becomes a component. Only what stands where a schema may stand is read as
 * one: a property that is called `title` is a property.
 * @param open where it describes a reply: a later version may add fields, which clients must ignore
 */
export function documentedSchema(schema: Schema, components: Components, { open }: { open: boolean }): Json {
  const { title, properties, items, additionalProperties, ...rest } = schema as Json
  const inner = (one: unknown) => documentedSchema(one as Schema, components, { open })
  const documented: Json = {
    ...rest,
    ...(properties === undefined ? {} : { properties: mapValues(properties as Json, inner) }),
    ...(items === undefined ? {} : { items: inner(items) }),
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

/** What is both sent and replied has two forms, because unknown fields are refused only in the one that is sent. */
function nameFor(title: string, documented: Json, components: Components): string {
  for (const name of [title, `${title}Input`]) {
    const known = components[name]
    if (known === undefined || JSON.stringify(known) === JSON.stringify(documented)) return name
  }
  throw new Error(`Several schemas have the title ${title}.`)
}

export const mapValues = <T>(object: Record<string, T>, change: (value: T) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
