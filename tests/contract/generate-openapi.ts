import { writeFileSync } from 'node:fs'
import { operationsFile, versionFile } from './client-operations.ts'
import { typesFile } from './client-types.ts'
import { documents } from './documents.ts'
import { eventsPage } from './events-page.ts'
import { exportPage } from './export-page.ts'
import { metricsPage } from './metrics-page.ts'
import { referencePages } from './reference-pages.ts'

for (const [name, document] of Object.entries(documents)) {
  writeFileSync(new URL(`../../contract/generated/${name}`, import.meta.url), document)
}
writeFileSync(new URL('../../docs/reference/events.md', import.meta.url), eventsPage())
writeFileSync(new URL('../../docs/reference/export.md', import.meta.url), exportPage())
writeFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), await metricsPage())
for (const [name, page] of Object.entries(referencePages)) {
  writeFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), page())
}
writeFileSync(new URL('../../sdk/generated/operations.ts', import.meta.url), operationsFile())
writeFileSync(new URL('../../sdk/generated/version.ts', import.meta.url), versionFile())
writeFileSync(new URL('../../sdk/generated/types.ts', import.meta.url), typesFile())
