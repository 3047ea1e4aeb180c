import { findTextFaults } from './find-text-faults.ts'
import { readTexts, surfaces } from './surfaces.ts'

/** Prints what is wrong with the texts, each line with the file and the key. */
const faults = surfaces.flatMap((surface) =>
  findTextFaults(surface, (language) => readTexts(surface, language)),
)
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(faults.length === 0 ? 'All texts are complete.\n' : '')
process.exitCode = faults.length === 0 ? 0 : 1
