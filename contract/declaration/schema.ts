/**
 * The contract uses only a few keywords of JSON Schema (2020-12). A schema is plain data with its TypeScript type attached, so
 * that one declaration serves validation, types, serialisation and OpenAPI, and importing the contract runs no code of a library
 * (see docs/decisions/0003).
 */
declare const described: unique symbol
/** The property that holds keywords for the OpenAPI document only. It is a symbol, so that validator and serialiser ignore it. */
export const documentedRules: unique symbol = Symbol('documentedRules')

/**
 * The property with a description of a pattern in plain words, for error messages. It is a symbol, so that the validator and the
 * OpenAPI document ignore it.
 */
export const patternInWords: unique symbol = Symbol('patternInWords')

/** A JSON Schema as plain data. `T` is the type that it describes, and exists for TypeScript only. */
export interface Schema<T = unknown> {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly [keyword: string]: unknown
  readonly [described]?: T
  readonly [documentedRules]?: StringLimits
  readonly [patternInWords]?: string
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

/** `inWords` says what a text with this pattern must be, as an error says it: a regular expression tells its reader nothing. */
export const string = ({ inWords, ...limits }: StringLimits & { inWords?: string } = {}): Schema<string> => ({
  type: 'string',
  ...limits,
  ...(inWords === undefined ? {} : { [patternInWords]: inWords }),
})

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

/** Allows one value only. The keyword `type` is written too, because many client generators do not infer it from `const`. */
export const literal = <const T extends string | boolean>(value: T): Schema<T> => ({
  type: typeof value,
  const: value,
})

/** Allows one of several texts. */
export const oneOf = <const T extends string>(
  values: readonly T[],
  annotations: Annotations = {},
): Schema<T> => ({
  type: 'string',
  enum: values,
  ...annotations,
})

/**
 * Adds rules to a schema that only the OpenAPI document shows. The validator does not see them: a use case checks them, and
 * answers with failures of its own.
 */
export const checkedByUseCase = <T>(schema: Schema<T>, rules: StringLimits): Schema<T> => ({
  ...schema,
  [documentedRules]: rules,
})

/** Allows null too. */
export const nullable = <T>(schema: Schema<T>): Schema<T | null> => ({
  ...schema,
  type: [String(schema.type), 'null'],
  ...(schema.enum && { enum: [...schema.enum, null] }),
})

export const array = <T>(
  items: Schema<T>,
  limits: Annotations & { minItems?: number; maxItems?: number; uniqueItems?: true } = {},
): Schema<T[]> => ({
  type: 'array',
  items,
  ...limits,
})

/** A free object may have any keys and any JSON values. */
export const freeObject = (annotations: Annotations = {}): Schema<Record<string, unknown>> => ({
  type: 'object',
  additionalProperties: true,
  ...annotations,
})

interface Optional<T> {
  readonly optional: Schema<T>
}
/** Marks a field of an object that may be absent. */
export const optional = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema })

type Fields = Record<string, Schema<unknown> | Optional<unknown>>
type RequiredNames<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? never : K }[keyof F]
type ObjectOf<F extends Fields> = {
  [K in RequiredNames<F>]: Static<F[K]>
} & { [K in Exclude<keyof F, RequiredNames<F>>]?: F[K] extends Optional<infer T> ? T : never }

/** A closed object refuses every key that is not listed, so that a typo in a field's name is not ignored. */
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
