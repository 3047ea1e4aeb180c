import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/sources.ts'
import { customTextDefaults, customTextDefaultsFile } from './custom-text-defaults.ts'
import { surfaces, typesFileOf, typesSource } from './surfaces.ts'

for (const surface of surfaces) writeFileSync(join(root, typesFileOf(surface)), typesSource(surface))
writeFileSync(join(root, customTextDefaultsFile), customTextDefaults())
