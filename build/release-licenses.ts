import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basePackages } from './image-base.ts'

interface Lock {
  packages: Record<string, { version: string; license?: string }>
}

/**
 * Returns the report of the runtime dependencies and of the Debian packages in the image: version, licence, and the reason that the
 * record of decisions gives. Fails if one has no licence or no reason.
 */
export function licenseReport(root: string): string {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const reasons = reasonsIn(read('docs/decisions/0001-dependencies.md'))
  const reasonFor = (name: string): string => {
    const reason = reasons.find(({ names }) => names.some((one) => one === name))?.reason
    if (!reason) throw new Error(`docs/decisions/0001-dependencies.md has no row for ${name}.`)
    return reason
  }
  const rowOf = ({
    name,
    version,
    license,
  }: {
    name: string
    version: string | undefined
    license: string
  }) => `| ${name} | ${version} | ${license} | ${reasonFor(name)} |`
  const rows = Object.keys({ ...dependencies, ...optionalDependencies })
    .sort()
    .map((name) => {
      const { version, license } = packages[`node_modules/${name}`] ?? {}
      if (!license) throw new Error(`${name} states no licence.`)
      return rowOf({ name, version, license })
    })
  const inImage = basePackages.map(rowOf)
  const table = (lines: readonly string[]) =>
    `| Package | Version | Licence | Why |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
  return `# Licences of the runtime dependencies\n\n${table(rows)}\n## Only in the image\n\n${table(inImage)}`
}

/** Reads the rows of the table. The names after the first one of a row may leave out the scope that they share with it. */
function reasonsIn(text: string): { names: string[]; reason: string }[] {
  return [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, cell = '', reason = '']) => {
    const names = cell.split(',').map((name) => name.trim())
    const scope = /^@[^/]+\//.exec(names[0] ?? '')?.[0] ?? ''
    // The links of the table lead to pages that the report does not lie beside.
    const plain = reason.replace(/\s*\(\[[^\]]+\]\([^)]+\)\)/g, '')
    return { names: [...names, ...names.map((name) => `${scope}${name}`)], reason: plain }
  })
}
