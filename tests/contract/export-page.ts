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

\`latchkey export FILE\` writes JSON Lines in UTF-8: one JSON object on each line. The first line is
\`{"type":"latchkey-export","version":1,"created_at":1795000000000}\` and the last line is \`{"type":"end"}\`. Without the last line, the file is
incomplete. If the file contains authenticator apps or recovery codes, \`sealed_with\` in the first line names the required master keys. 

Each line between them is a row of the kind named in \`type\`. Kinds come in the order below, so that a user comes before the rows that belong to
it. A line has at most 256 KiB. Times are milliseconds since 1970, UTC. Later versions can add fields and kinds but remove none; optional fields are
marked. Protect the file like the database. [Backups and moving](../guide/keeping-and-moving.md) explains how to move data with an export.

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
