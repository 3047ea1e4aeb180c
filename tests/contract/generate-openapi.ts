import { writeFileSync } from 'node:fs'
import { documents } from './documents.ts'
import { eventsPage } from './events-page.ts'

for (const [name, document] of Object.entries(documents)) {
  writeFileSync(new URL(`../../contract/generated/${name}`, import.meta.url), document)
}
writeFileSync(new URL('../../docs/reference/events.md', import.meta.url), eventsPage())
