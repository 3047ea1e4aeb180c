import { readFileSync } from 'node:fs'
import type { PackageDefinition } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'

const image = new URL('../proto/generated/descriptors.binpb', import.meta.url)

/**
 * Tells clients what is spoken here (grpc.reflection.v1 and v1alpha). The descriptors that the loader makes lack what a file
 * imports, and strict clients refuse them: these are the compiler's own.
 */
export function reflectionOf(services: readonly string[]): ReflectionService {
  const fileDescriptorProtos = filesIn(readFileSync(image))
  const files = { files: { format: '', type: {}, fileDescriptorProtos } } as unknown as PackageDefinition
  return new ReflectionService(files, { services: [...services] })
}

/** A FileDescriptorSet is nothing but its field 1, again and again: a tag, a length, the bytes of a file. */
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
