import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { authEndpoints } from '#contract/auth.ts'
import type { Body, Endpoint, Params, Query, Reply, StreamEvent } from '#contract/declaration/endpoint.ts'
import { object, string } from '#contract/declaration/schema.ts'
import type { EventData, EventType } from '#contract/events/event-types.ts'
import type { healthEndpoints } from '#contract/system/health.ts'
import type { userEndpoints } from '#contract/users.ts'
import type { OperationInput, OperationName, OperationReply, StreamName } from '#sdk/call-operation.ts'
import type { EventCatalogue, FileBytes, Streams } from '#sdk/generated/types.ts'
import { typesFile, typeText } from './client-types.ts'

test('the types of the client library are current (npm run generate)', () => {
  const file = new URL('../../sdk/generated/types.ts', import.meta.url)
  assert.equal(readFileSync(file, 'utf8'), typesFile())
})

type Endpoints = typeof userEndpoints | typeof authEndpoints | typeof healthEndpoints
type EndpointOf<Name> = Extract<Endpoints[number], { name: Name }>
type FieldsOf<T> = T extends undefined ? unknown : T
type BodyFields<E extends Endpoint> = E extends { upload: unknown } ? { content: Body<E> } : FieldsOf<Body<E>>
type Fields<E extends Endpoint> = FieldsOf<Params<E>> & FieldsOf<Query<E>> & BodyFields<E>
/** The input type of an operation by its declaration. An operation without any field takes an empty object. */
type Declared<E extends Endpoint> = unknown extends Fields<E> ? Record<string, never> : Fields<E>

/** True when each of the two types is assignable to the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type RepliedBy<E extends Endpoint> = E extends { file: unknown } | { image: unknown } ? FileBytes : Reply<E>
type Differing = {
  [Name in OperationName]: [
    Same<OperationInput<Name>, Declared<EndpointOf<Name>>>,
    Same<OperationReply<Name>, RepliedBy<EndpointOf<Name>>>,
  ] extends [true, true]
    ? never
    : Name
}[OperationName]
type StreamInput<Name extends StreamName> = NonNullable<Parameters<Streams<unknown>[Name]>[0]>
type SentOn<Name extends StreamName> =
  ReturnType<Streams<unknown>[Name]> extends AsyncGenerator<infer Sent> ? Sent : never
type DifferingStreams = {
  [Name in StreamName]: [
    Same<StreamInput<Name>, Declared<EndpointOf<Name>>>,
    Same<SentOn<Name>, StreamEvent<EndpointOf<Name>>>,
  ] extends [true, true]
    ? never
    : Name
}[StreamName]
type DifferingEvents = {
  [Type in EventType]: Same<EventCatalogue[Type], EventData<Type>> extends true ? never : Type
}[EventType]

test('the types of the client library say what the types of the contract say', () => {
  // The compiler does the check: a name whose types differ is not of the type `never`, so that this assignment would not
  // compile.
  const differing: (Differing | DifferingStreams | DifferingEvents)[] = []
  const none: never[] = differing
  assert.deepEqual(none, [])
  const isSame: Same<{ id: string; name?: string }, { id: string; name?: string }> = true
  const isDifferent: Same<{ id: string; name?: string }, { id: string; name: string }> = false
  assert.notEqual(isSame, isDifferent)
})

test('two schemas of one title cannot both be in the types of the client library', () => {
  const named = new Map<string, string>()
  typeText(object({ id: string() }, { title: 'Thing' }), named)
  typeText(object({ id: string() }, { title: 'Thing' }), named)
  assert.throws(() => typeText(object({ no: string() }, { title: 'Thing' }), named), /title Thing/)
})
