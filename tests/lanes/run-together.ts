import { createRequire } from 'node:module'
import { after, before, describe } from 'node:test'
import { fromRoot } from '../support/lanes.ts'
import { filesOfProcess } from '../support/test-process.ts'
import { processorSeconds, reportFile } from './report-cost.ts'

// This program runs the test files of a group in one process, one after the other, each in a suite of its own. Most of what a
// small test file costs is a cold process: modules that load, and code that Node has not compiled yet.
const require = createRequire(import.meta.url)

for (const path of filesOfProcess()) {
  describe(path, () => {
    let begun = 0
    before(() => {
      begun = processorSeconds()
    })
    after(() => reportFile(path, processorSeconds() - begun))
    // The tests of an imported file would be those of no suite: Node finds the suite of a test by what runs at the moment.
    require(fromRoot(path))
  })
}
