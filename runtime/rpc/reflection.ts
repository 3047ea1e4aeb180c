import { readFileSync } from 'node:fs'
import type { handleBidiStreamingCall, Server, ServerDuplexStream } from '@grpc/grpc-js'
import type { PackageDefinition } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'
import { cutUntaken, reset } from './stalled-client.ts'

const image = new URL('../../proto/generated/descriptors.binpb', import.meta.url)

/**
 * Serves reflection, by which clients learn the services of a server (grpc.reflection.v1 and v1alpha). The
 * descriptors come from the protobuf compiler: those of the loader lack the imports of a file, and strict
 * clients refuse them. The library decodes and encodes all of them for each version, which takes 12 MiB, so
 * this is done at the first call.
 */
export function addReflection(
  server: Server,
  services: readonly string[],
  bounds: { stalledMs: number },
): void {
  imageFiles ??= filesIn(readFileSync(image))
  const files = {
    files: { format: '', type: {}, fileDescriptorProtos: imageFiles },
  } as unknown as PackageDefinition
  let versions: Added[] | undefined
  declared ??= addedBy(new ReflectionService({}))
  declared.forEach(([definition], version) => {
    const ServerReflectionInfo: handleBidiStreamingCall<object, object> = (stream) => {
      versions ??= addedBy(new ReflectionService(files, { services: [...services] }))
      const reflect = versions[version]?.[1].ServerReflectionInfo as typeof ServerReflectionInfo
      reflect(readingAsTaken(stream, bounds))
    }
    server.addService(definition, { ServerReflectionInfo })
  })
}

/**
 * Reads the next request of a stream only after the client has read the earlier replies, and disconnects a client that reads
 * none. Otherwise the library would reply to every request immediately, and keep the unread replies in memory.
 */
function readingAsTaken(
  stream: ServerDuplexStream<object, object>,
  bounds: { stalledMs: number },
): ServerDuplexStream<object, object> {
  const write = stream.write.bind(stream)
  let stalled: NodeJS.Timeout | undefined
  const readOn = () => {
    clearTimeout(stalled)
    stalled = undefined
    stream.resume()
  }
  const holdBack = () => {
    stream.pause()
    stalled = setTimeout(reset, bounds.stalledMs, stream).unref()
  }
  // The library sends its replies by this method only, and passes nothing but the message.
  stream.write = (message: object) => {
    const isTaken = write(message)
    if (!isTaken && stalled === undefined) holdBack()
    return isTaken
  }
  stream.on('drain', readOn)
  stream.once('end', () => cutUntaken(stream, bounds))
  stream.on('cancelled', () => clearTimeout(stalled))
  return stream
}

/** The descriptors, which are the same for every server of a process. */
let imageFiles: Buffer[] | undefined
let declared: Added[] | undefined

type Added = Parameters<Server['addService']>

/** Returns the services that the library would add to a server: one for each version of reflection. */
function addedBy(reflection: ReflectionService): Added[] {
  const added: Added[] = []
  const addService = (...service: Added) => {
    added.push(service)
  }
  reflection.addToServer({ addService } as Server)
  return added
}

/**
 * Splits a FileDescriptorSet into its files. In its bytes, field 1 is repeated: each time a tag, a length, and the bytes of a
 * file.
 */
function filesIn(set: Buffer): Buffer[] {
  const files: Buffer[] = []
  for (let at = 0; at < set.length; ) {
    if (set[at++] !== 0x0a) throw new Error('The image of descriptors is none.')
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = set[at++] ?? 0
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    files.push(set.subarray(at, at + length))
    at += length
  }
  return files
}
