import { readFileSync } from 'node:fs'
import { printableJson } from './printable.ts'

export function packageVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

export async function versionCommand(isJson: boolean): Promise<void> {
  const { node, sqlite } = process.versions
  const latchkey = packageVersion()
  process.stdout.write(
    isJson
      ? printableJson({ latchkey, node, sqlite })
      : `latchkey ${latchkey} (Node ${node}, SQLite ${sqlite})\n`,
  )
}
