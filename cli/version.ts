import { packageVersion } from '#runtime/package-version.ts'
import { printableJson } from './printable.ts'

export async function versionCommand(isJson: boolean): Promise<void> {
  const { node, sqlite } = process.versions
  const latchkey = packageVersion()
  process.stdout.write(
    isJson
      ? printableJson({ latchkey, node, sqlite })
      : `latchkey ${latchkey} (Node ${node}, SQLite ${sqlite})\n`,
  )
}
