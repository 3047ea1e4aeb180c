import { readdirSync, statSync } from 'node:fs'
import {
  type ForeignExport,
  foreignExportsIn,
  hasOnlyNames,
  titleOf,
} from '#contract/rules/foreign-exports.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { newUserFields } from '#users/import/new-user.ts'
import { isHeader } from '../transfer/export-format.ts'
import type { SystemName } from './system-names.ts'
import { textOf } from './text-of.ts'

/** The number of bytes at the beginning of a file by which its system is recognised. */
const lookedAtBytes = 64 * 1024

/**
 * The systems whose exports have the address in a column `email`, as rows with Latchkey's own field names do. So these rows
 * cannot be told from such an export.
 */
const haveEmail: readonly SystemName[] = ['auth0', 'better-auth', 'supabase']

/**
 * Refuses a file that looks like an export of a system other than `from`; the error says how to import it. Otherwise users could
 * be imported without their passwords, or every row would be refused.
 * @throws {StartFault} when the file has the marks of another system, and none of the one that `from` names
 */
export async function refuseOtherSystem(
  file: string,
  from: SystemName | undefined,
  name: string,
): Promise<void> {
  const but = from === undefined ? '' : `, not of ${titleOf(from)}`
  const refuse = (what: string, advice: string) => {
    throw new StartFault([`${name} looks like ${what}${but}: ${advice}. Nothing was changed.`], {
      exitCode: 2,
    })
  }
  const isFolder = statSync(file).isDirectory()
  const beginning = isFolder ? '' : await beginningOf(file)
  const found = isFolder ? exportsInFolder(file) : foreignExportsIn(beginning)
  const [first] = found
  if (first && !found.some((one) => one.from === from && from !== undefined))
    refuse(
      `an export of ${first.title}`,
      first.from === undefined
        ? 'import its users as rows of your own, which the guide “Import users from another system” describes'
        : `run it again with --from ${first.from}`,
    )
  if (isFolder && from !== 'keycloak') throw new StartFault([`${name} is a folder. Nothing was changed.`])
  if (from === undefined) return
  if (isHeader(beginning.split('\n', 1)[0])) refuse('an export of Latchkey', 'run it again without --from')
  if (!haveEmail.includes(from) && hasOnlyNames(beginning, newUserFields))
    refuse('rows with the names of Latchkey', 'run it again without --from')
}

async function beginningOf(file: string): Promise<string> {
  let beginning = ''
  for await (const text of textOf(file, { end: lookedAtBytes })) beginning += text
  return beginning
}

/** Keycloak alone writes a folder: the realm, and its users in files of their own. */
const exportsInFolder = (folder: string): ForeignExport[] =>
  readdirSync(folder).some((name) => /-(realm|users-\d+)\.json$/.test(name))
    ? [{ title: titleOf('keycloak'), from: 'keycloak' }]
    : []
