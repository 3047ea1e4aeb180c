import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { FileReply } from '#runtime/requests/route.ts'
import type { EventBytes, ServiceReply } from '#sdk/send-request.ts'

/** Turns a file that another process sends into a reply of this process, with the name and the type that were sent. */
export function toFile({ name, file = [] }: Endpoint, { body, headers }: ServiceReply): FileReply {
  const fileName = /filename="([a-z0-9.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  const type = file.find((one) => headers.get('content-type')?.startsWith(one))
  if (fileName === undefined || !type) throw new Error(`${name} gave no file.`)
  return new FileReply(fileName, type, (body as EventBytes).pipeThrough(new TextDecoderStream()))
}
