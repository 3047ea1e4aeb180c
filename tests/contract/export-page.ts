import { authTransfers } from '#auth/transfers.ts'
import type { Transfer } from '#runtime/database/transfer.ts'
import { userTransfers } from '#users/transfers.ts'
import { typeOf } from './events-page.ts'
import { markdownTable } from './markdown-table.ts'
import { madeFrom } from './reference-pages.ts'

type Described = Pick<Transfer, 'type' | 'line'>

const transfers: readonly Described[] = [...userTransfers, ...authTransfers]

/** Returns the page `docs/reference/export.md`, built from what an export carries. */
export const exportPage = (): string => `# The export

${madeFrom('each `transfer.ts`')}

\`latchkey export FILE\` writes JSON Lines in UTF-8: an object on each line. The first line is
\`{"type":"latchkey-export","version":1,"created_at":1795000000000}\`, the last one \`{"type":"end"}\`, without which the file was cut off. Where there are
authenticator apps or recovery codes, \`sealed_with\` in the first line names the master keys that they need. Each
line between them is a row; its \`type\` says of which kind. Kinds come in the order below, so that a user stands before what belongs to it.
A line has at most 256 KiB. Times are milliseconds since 1970, UTC. Fields and kinds are only added; those that say so may be absent. The file is as secret as
the database. [keeping-and-moving.md](../guide/keeping-and-moving.md) says how to move with it.

${markdownTable(
  ['type', 'what it is'],
  transfers.map(({ type, line }) => [`[\`${type}\`](#${type})`, line.description ?? '']),
)}

${transfers.map(section).join('\n')}`

const section = ({ type, line: { properties = {}, required = [] } }: Described): string => `## ${type}

${markdownTable(
  ['field', 'type', ''],
  Object.entries(properties)
    .filter(([name]) => name !== 'type')
    .map(([name, field]) => [
      `\`${name}\`${required.includes(name) ? '' : ', may be absent'}`,
      typeOf(field),
      field.description ?? '',
    ]),
)}
`
