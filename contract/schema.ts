/**
 * The few JSON Schema (2020-12) words that the contract is written in. A schema is plain data with its
 * TypeScript type attached, so that one declaration serves validation, types, serialisation and OpenAPI,
 * and so that importing the contract costs nothing (see docs/decisions/0003).
 */
declare const described: unique symbol
/** Keywords that only the OpenAPI document has. A symbol, so that the validator and the writer of replies do not see them. */
export const documentedRules: unique symbol = Symbol('documentedRules')

export type Schema<T = unknown> = { readonly [keyword: string]: unknown } & {
  readonly [described]?: T
  readonly [documentedRules]?: StringLimits
}

/** The TypeScript type that a schema describes. */
export type Static<S> = S extends { readonly [described]?: infer T } ? T : never

interface Annotations {
  title?: string
  description?: string
  examples?: readonly unknown[]
}

interface StringLimits extends Annotations {
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

export const string = (limits: StringLimits = {}): Schema<string> => ({ type: 'string', ...limits })

export const integer = (
  limits: Annotations & { minimum?: number; maximum?: number } = {},
): Schema<number> => ({
  type: 'integer',
  ...limits,
})

export const boolean = (annotations: Annotations = {}): Schema<boolean> => ({
  type: 'boolean',
  ...annotations,
})

/** With its type, because many generators of clients do not find it out from the value. */
export const literal = <const T extends string | boolean>(value: T): Schema<T> => ({
  type: typeof value,
  const: value,
})

export const oneOf = <const T extends string>(
  values: readonly T[],
  annotations: Annotations = {},
): Schema<T> => ({
  type: 'string',
  enum: values,
  ...annotations,
})

/** The schema with rules that a use case checks, because it answers with a failure code of its own or knows more than a schema. */
export const checkedByUseCase = <T>(schema: Schema<T>, rules: StringLimits): Schema<T> => ({
  ...schema,
  [documentedRules]: rules,
})

export const nullable = <T>(schema: Schema<T>): Schema<T | null> => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
})

export const array = <T>(
  items: Schema<T>,
  limits: Annotations & { minItems?: number; maxItems?: number; uniqueItems?: true } = {},
): Schema<T[]> => ({
  type: 'array',
  items,
  ...limits,
})

/** An object of the caller's own: any keys, any JSON values. */
export const freeObject = (annotations: Annotations = {}): Schema<Record<string, unknown>> => ({
  type: 'object',
  additionalProperties: true,
  ...annotations,
})

interface Optional<T> {
  readonly optional: Schema<T>
}
export const optional = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema })

type Fields = Record<string, Schema<unknown> | Optional<unknown>>
type RequiredNames<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? never : K }[keyof F]
type ObjectOf<F extends Fields> = {
  [K in RequiredNames<F>]: Static<F[K]>
} & { [K in Exclude<keyof F, RequiredNames<F>>]?: F[K] extends Optional<infer T> ? T : never }

/** A closed object: a key that is not listed is refused, so that a typo is never swallowed. */
export function object<F extends Fields>(fields: F, annotations: Annotations = {}): Schema<ObjectOf<F>> {
  const properties: Record<string, Schema<unknown>> = {}
  const required: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (isOptional(field)) properties[name] = field.optional
    else {
      properties[name] = field
      required.push(name)
    }
  }
  return { type: 'object', properties, required, additionalProperties: false, ...annotations }
}

const isOptional = (field: Schema<unknown> | Optional<unknown>): field is Optional<unknown> =>
  'optional' in field
