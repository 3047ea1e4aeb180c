import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf } from '#runtime/log/thrown.ts'
import { type Check, type Finding, fail, ok, orElse, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'

interface Entry {
  path: string
  stats: Stats
}

const maxEntries = 200
const maxNamed = 3

/** Checks who may read the data folder and the files that settings name: databases, keys and passwords are in them. */
export const filesCheck: Check = {
  name: 'files',
  run(deployment) {
    if (process.platform === 'win32') return [skipped('file modes have no meaning on Windows')]
    const { data } = deployment.settings
    let entries: Entry[]
    try {
      entries = entriesOf(data)
    } catch (error) {
      return [unreadable(data, error)]
    }
    const wrong = [
      ...openToOthers(data, entries),
      ...ofOtherOwners(data, entries),
      ...namedBySettings(deployment),
    ]
    return orElse(wrong, `${data} and ${entries.length - 1} files in it are private to their owner`)
  },
}

function entriesOf(data: string): Entry[] {
  const paths = [
    data,
    ...readdirSync(data)
      .slice(0, maxEntries)
      .map((name) => join(data, name)),
  ]
  return paths.flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    // A file of a running service may be gone by now.
    return stats === undefined || stats.isSymbolicLink() ? [] : [{ path, stats }]
  })
}

const keyFiles = /(^|\/)(service-token|master-key|admin-password|mailbox-key)$/

/**
 * Reports what other users may open. A closed folder protects its files, but keys should be closed too: copies keep the modes.
 */
function openToOthers(data: string, entries: readonly Entry[]): Finding[] {
  const isOpen = ({ stats }: Entry) => (stats.mode & 0o077) !== 0
  const [folder] = entries
  const open = entries.filter((one) => isOpen(one) && one !== folder)
  const fix = `chmod -R go= ${data}`
  if (folder && isOpen(folder)) {
    const files = open.length === 0 ? '' : `, and ${list(open.map(named))} in it`
    return [fail(`other users may open ${named(folder)}${files}`, fix)]
  }
  const keys = open.filter(({ path }) => keyFiles.test(path))
  return keys.length === 0 ? [] : [warn(`only the mode of the folder protects ${list(keys.map(named))}`, fix)]
}

const named = ({ path, stats }: Entry): string => `${path} (${modeOf(stats)})`

/** Reports files of other owners. After a command was run as root, the service cannot open the files that the command made. */
function ofOtherOwners(data: string, [folder, ...files]: readonly Entry[]): Finding[] {
  const owner = folder?.stats.uid
  const others = files.filter(({ stats }) => stats.uid !== owner)
  if (others.length === 0) return []
  return [
    warn(
      `the folder belongs to user ${owner}, but not ${list(others.map(({ path, stats }) => `${path} (user ${stats.uid})`))}`,
      `chown -R ${owner} ${data}, and run commands as that user`,
    ),
  ]
}

/** Reports files of secrets that everybody may read. A group may read them, as with files that Kubernetes mounts. */
function namedBySettings({ origins, settings }: Deployment): Finding[] {
  const fromFiles = Object.values(origins).flatMap(({ file }) => file ?? [])
  const paths = [...fromFiles, ...(settings.tlsKey === undefined ? [] : [settings.tlsKey])]
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile() || (stats.mode & 0o007) === 0) return []
    const found = `every user of this machine may open ${path} (${modeOf(stats)})`
    // Kubernetes mounts secrets as links. Nobody else uses a container, so this is only a warning.
    return lstatSync(path).isSymbolicLink()
      ? warn(found, 'mount it with defaultMode: 0440')
      : fail(found, `chmod o= ${path}`)
  })
}

const unreadable = (data: string, error: unknown): Finding =>
  codeOf(error) === 'ENOENT'
    ? ok(`${data} does not exist yet: a start creates it`)
    : fail(`${data} cannot be read: ${messageOf(error)}`, 'run this as the user that the service runs as')

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(4, '0')

function list(items: readonly string[]): string {
  const more = items.length - maxNamed
  return `${items.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
