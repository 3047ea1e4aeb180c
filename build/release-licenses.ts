import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Lock {
  packages: Record<string, { version: string; license?: string }>
}

/** Returns the report of the runtime dependencies: version, licence, and the reason that the record of decisions gives. */
export function licenseReport(root: string): string {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const reasons = reasonsIn(read('docs/decisions/0001-dependencies.md'))
  const rows = Object.keys({ ...dependencies, ...optionalDependencies })
    .sort()
    .map((name) => {
      const { version, license } = packages[`node_modules/${name}`] ?? {}
      if (!license) throw new Error(`${name} states no licence.`)
      const reason = reasons.find(({ names }) => names.some((one) => one === name))?.reason
      if (!reason) throw new Error(`docs/decisions/0001-dependencies.md has no row for ${name}.`)
      return `| ${name} | ${version} | ${license} | ${reason} |`
    })
  return `# Licences of the runtime dependencies\n\n| Package | Version | Licence | Why |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
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
