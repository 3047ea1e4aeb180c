import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findImageFaults } from './image-faults.ts'
import { digestOf, readTar } from './image-layer.ts'

/** The files without which a package cannot do its work. */
const needed = {
  server: ['package.json', 'revision.txt', 'LICENSE', 'cli/latchkey.js', 'cli/main.js', 'cli/start.js'],
  client: ['package.json', 'LICENSE', 'README.md', 'sdk/client.js', 'sdk/client.d.ts'],
  chart: ['Chart.yaml', 'values.yaml', 'templates/_helpers.tpl'],
  deploy: ['compose/embedded.yaml', 'compose/postgres.yaml', 'systemd/latchkey.service'],
}
/** The folders of the repository that the server package has whole. */
const wholeFolders = ['users/migrations', 'auth/migrations', 'contract/generated']

/** Returns what is wrong with a release, as sentences; empty if nothing is. */
export async function findReleaseFaults(
  folder: string,
  { root, withImage, withSite }: { root: string; withImage: boolean; withSite: boolean },
): Promise<string[]> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const archive = (name: string) => `${name}-${version}.tgz`
  const image = `latchkey-image-${version}.tar`
  const expected = [
    ...[
      'latchkey',
      'latchkey-client',
      'latchkey-chart',
      'latchkey-deploy',
      ...(withSite ? ['latchkey-docs'] : []),
    ].map(archive),
    ...(withImage ? [image] : []),
    ...['cyclonedx.json', 'spdx.json', 'licenses.md'].map((end) => `latchkey-${version}.${end}`),
    'NOTES.md',
    'SHA256SUMS',
  ]
  const absent = expected.filter((name) => !existsSync(join(folder, name)))
  if (absent.length > 0) return absent.map((name) => `${name} is missing.`)
  const damaged = faultsInChecksums(folder)
  // An archive that is damaged cannot be read.
  if (damaged.length > 0) return damaged

  const server = await filesIn(join(folder, archive('latchkey')))
  const client = await filesIn(join(folder, archive('latchkey-client')))
  const chart = await filesIn(join(folder, archive('latchkey-chart')))
  const deploy = await filesIn(join(folder, archive('latchkey-deploy')))
  const whole = wholeFolders.flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
  const clientVersion = client.get('sdk/generated/version.js') ?? ''
  const versions: [string, string | undefined][] = [
    [archive('latchkey'), JSON.parse(server.get('package.json') ?? '{}').version],
    [archive('latchkey-client'), JSON.parse(client.get('package.json') ?? '{}').version],
    ['clientVersion', /clientVersion = '([^']+)'/.exec(clientVersion)?.[1]],
    ['version of the chart', /^version: (\S+)$/m.exec(chart.get('Chart.yaml') ?? '')?.[1]],
    ['appVersion of the chart', /^appVersion: (\S+)$/m.exec(chart.get('Chart.yaml') ?? '')?.[1]],
    ...['embedded.yaml', 'postgres.yaml'].map((name): [string, string | undefined] => {
      const text = deploy.get(`compose/${name}`) ?? ''
      return [`the image of ${name}`, /image: latchkey:(\S+)/.exec(text)?.[1]]
    }),
  ]
  const operations = readFileSync(join(root, 'sdk/generated/operations.ts'), 'utf8')
  return [
    ...(withImage ? await findImageFaults(join(folder, image), { image, version, server }) : []),
    ...lacking(archive('latchkey'), server, [...needed.server, ...whole]),
    ...lacking(archive('latchkey-client'), client, needed.client),
    ...lacking(archive('latchkey-chart'), chart, needed.chart),
    ...lacking(archive('latchkey-deploy'), deploy, needed.deploy),
    ...versions.flatMap(([name, found]) =>
      found === version ? [] : [`${name} is ${found}, and the release ${version}.`],
    ),
    ...operationNames(operations)
      .filter((name) => !client.get('sdk/generated/operations.js')?.includes(` ${name}:`))
      .map((name) => `${archive('latchkey-client')} is stale: it lacks the operation ${name}.`),
  ]
}

const operationNames = (text: string): string[] =>
  [...text.matchAll(/^ {2}(\w+): \{ (?:service|method): /gm)].map(([, name = '']) => name)

const lacking = (archive: string, files: ReadonlyMap<string, string>, names: readonly string[]): string[] =>
  names.filter((name) => !files.has(name)).map((name) => `${archive} lacks ${name}.`)

function faultsInChecksums(folder: string): string[] {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  return [...new Set([...sums.keys(), ...names])].flatMap((name) => {
    const path = join(folder, name)
    if (!existsSync(path)) return [`${name} is missing.`]
    const sum = digestOf(readFileSync(path))
    return sum === sums.get(name) ? [] : [`${name} is not the file of SHA256SUMS.`]
  })
}

/** Reads the text of the files in an archive, by the paths below its first folder. */
async function filesIn(file: string): Promise<Map<string, string>> {
  const entries = await readTar(readFileSync(file))
  return new Map(entries.map(({ path, content = '' }) => [path.replace(/^[^/]+\//, ''), content.toString()]))
}
