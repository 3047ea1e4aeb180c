import { spawnSync } from 'node:child_process'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rpcDescriptions } from './rpc-descriptions.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Generates the TypeScript types of the gRPC messages, with the loader options with which
 * `runtime/rpc/server.ts` reads and writes messages.
 */
export function generateRpcTypes(outDir: string): void {
  rmSync(outDir, { recursive: true, force: true })
  const options = ['--keepCase', '--longs=Number', '--enums=String', '--defaults', '--oneofs']
  const files = globSync('**/*.proto', { cwd: `${root}proto` }).toSorted()
  const run = spawnSync(
    `${root}node_modules/.bin/proto-loader-gen-types`,
    [
      ...options,
      '--grpcLib=@grpc/grpc-js',
      '--includeDirs=proto',
      `--outDir=${outDir}`,
      '--targetFileExtension=.ts',
      '--importFileExtension=.ts',
      ...files,
    ],
    { cwd: root, encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(run.stderr)
}

/**
 * Writes the descriptors of all .proto files into one file. The services return them to clients that use gRPC
 * server reflection.
 */
export function generateRpcDescriptors(file: string): void {
  const run = spawnSync(
    `${root}node_modules/.bin/buf`,
    ['build', 'proto', '--as-file-descriptor-set', '-o', file],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (run.status !== 0) throw new Error(run.stderr)
}

if (import.meta.main) {
  generateRpcTypes('proto/generated')
  generateRpcDescriptors('proto/generated/descriptors.binpb')
  writeFileSync('proto/generated/descriptions.json', `${JSON.stringify(rpcDescriptions(), null, 2)}\n`)
}
