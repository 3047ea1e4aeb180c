import type { Body, Endpoint, FileType, Params, Query, Reply, StreamEvent } from '../declaration/endpoint.ts'

type Needed<Name extends string, T> = [T] extends [undefined] ? { [K in Name]?: never } : { [K in Name]: T }
/** Files are not part of an example. */
type Json<T> = T extends Uint8Array ? undefined : T
type Events<E extends Endpoint> = [StreamEvent<E>] extends [never]
  ? { events?: never }
  : { events: readonly StreamEvent<E>[] }

/** The content of an exported file in each media type that a client can request. */
type File<E extends Endpoint> = E extends { file: unknown }
  ? { file: Record<FileType, string> }
  : { file?: never }

/** A request to an endpoint, and the body of its success reply or the events of its stream. */
export type ExampleOf<E extends Endpoint> = Needed<'params', Params<E>> &
  Needed<'body', Json<Body<E>>> &
  Needed<'reply', Json<Reply<E>>> &
  Events<E> &
  File<E> & { query?: Query<E> }

/** An endpoint that takes neither a parameter in its path nor a body needs no example: its reply is shown as its schema has it. */
type TakesNothing<E extends Endpoint> = E extends
  | { params: unknown }
  | { body: unknown }
  | { stream: unknown }
  | { file: unknown }
  ? false
  : true
type NameOf<E extends Endpoint, TakingNothing extends boolean> = E['access'] extends 'service'
  ? never
  : TakesNothing<E> extends TakingNothing
    ? E['name']
    : never

/**
 * An example for each endpoint of a list, by the name of the endpoint. Internal endpoints have none, because they are not
 * published, and those that take nothing may have one. Used with `satisfies`, so that any other endpoint without an example does
 * not compile.
 */
export type ExamplesOf<List extends readonly Endpoint[]> = {
  [E in List[number] as NameOf<E, false>]: ExampleOf<E>
} & { [E in List[number] as NameOf<E, true>]?: ExampleOf<E> }

/** An example as the OpenAPI document and the reference page read it, whatever its endpoint. */
export interface Example {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: Record<string, unknown>
  reply?: unknown
  events?: readonly { event: string; id: string; data: unknown }[]
  file?: Record<FileType, string>
}
