import { packageRevision } from '#runtime/package-revision.ts'
import { packageVersion } from '#runtime/package-version.ts'
import { printableJson } from './printable.ts'

export async function versionCommand(isJson: boolean): Promise<void> {
  const { node, sqlite } = process.versions
  const latchkey = packageVersion()
  const revision = packageRevision()
  const build = revision === undefined ? '' : `revision ${revision.slice(0, 12)}, `
  process.stdout.write(
    isJson
      ? printableJson({ latchkey, revision: revision ?? null, node, sqlite })
      : `latchkey ${latchkey} (${build}Node ${node}, SQLite ${sqlite})\n`,
  )
}
