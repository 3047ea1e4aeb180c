import { readFileSync } from 'node:fs'
import { type Check, ok, warn } from '../check.ts'

/** Compares this Node with the one that npm installs with the package: an older Node lacks its security fixes. */
export const nodeCheck: Check = {
  name: 'node',
  run() {
    const { node } = process.versions
    const own = versionOfOwn()
    if (own === undefined || !isOlder(node, own)) return [ok(`${node} at ${process.execPath}`)]
    return [
      warn(
        `${node} is older than ${own}, which comes with Latchkey, and lacks its security fixes`,
        `start Latchkey as \`latchkey\` or \`npx latchkey\`, or bring ${process.execPath} to ${own}`,
      ),
    ]
  },
}

function versionOfOwn(): string | undefined {
  const manifest = new URL('../../../package.json', import.meta.url)
  const { optionalDependencies = {} }: { optionalDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  const platform = process.platform === 'win32' ? 'win' : process.platform
  // The names of these packages end with the platform and the processor, whatever is before.
  return Object.entries(optionalDependencies).find(([name]) =>
    name.endsWith(`-${platform}-${process.arch}`),
  )?.[1]
}

function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1
  return at >= 0 && (left?.[at] ?? 0) < (right?.[at] ?? 0)
}
