import { writeFileSync } from 'node:fs'
import { documents } from './documents.ts'

for (const [name, document] of Object.entries(documents)) {
  writeFileSync(new URL(`../../contract/generated/${name}`, import.meta.url), document)
}
