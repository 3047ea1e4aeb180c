import { commonHeaders, sharedHeaders } from '../declaration/endpoint-headers.ts'
import type { ReplyHeaders } from '../declaration/reply-headers.ts'
import { mapValues } from './openapi-schema.ts'

type Json = Record<string, unknown>

/**
 * Returns the documented headers of one response. Those of all responses are left out: `x-common-headers` lists them for the whole
 * document, because some generators read each documented header of each response in code of its own.
 */
export const documentedHeaders = (headers: ReplyHeaders): Json =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name, header]) => commonHeaders[name] !== header)
      .map(([name, header]) => [
        name,
        sharedHeaders[name] === header ? referTo(name) : documentedHeader(header),
      ]),
  )

/** The headers of all responses, by name. */
export const documentedCommonHeaders = (): Json =>
  Object.fromEntries(Object.keys(commonHeaders).map((name) => [name, referTo(name)]))

/** The headers that are components of the document. */
export const headerComponents = (): Json => mapValues(sharedHeaders, documentedHeader)

const referTo = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

const documentedHeader = ({ schema, description, optional }: ReplyHeaders[string]): Json => ({
  description,
  required: optional !== true,
  schema,
})
