import { parseArgs } from 'node:util'
import { resultTable } from './result-table.ts'
import { keep, recorded, resultOf } from './results.ts'
import type { Scenario } from './scenario.ts'
import { betterAuth } from './scenarios/better-auth.ts'
import { consolePages } from './scenarios/console.ts'
import { createUser } from './scenarios/create-user.ts'
import { earlierVersion } from './scenarios/earlier-version.ts'
import { groupCommit } from './scenarios/group-commit.ts'
import { growth } from './scenarios/growth.ts'
import { grpcValidate } from './scenarios/grpc-validate.ts'
import { guard } from './scenarios/guard.ts'
import { list } from './scenarios/list.ts'
import { logOut } from './scenarios/log-out.ts'
import { login } from './scenarios/login.ts'
import { loginFlood } from './scenarios/login-flood.ts'
import { loginSteps } from './scenarios/login-steps.ts'
import { lookUp } from './scenarios/look-up.ts'
import { memory } from './scenarios/memory.ts'
import { metrics } from './scenarios/metrics.ts'
import { passkeyLogin } from './scenarios/passkey-login.ts'
import { provider } from './scenarios/provider.ts'
import { refresh } from './scenarios/refresh.ts'
import { start } from './scenarios/start.ts'
import { streams } from './scenarios/streams.ts'
import { twoNodes } from './scenarios/two-nodes.ts'
import { validate } from './scenarios/validate.ts'

const scenarios: Scenario[] = [
  validate,
  login,
  loginSteps,
  passkeyLogin,
  provider,
  loginFlood,
  refresh,
  logOut,
  createUser,
  lookUp,
  list,
  grpcValidate,
  start,
  memory,
  groupCommit,
  streams,
  twoNodes,
  betterAuth,
  guard,
  growth,
  consolePages,
  earlierVersion,
  metrics,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    out: { type: 'string', default: recorded },
  },
})
const unknown = positionals.filter((name) => scenarios.every((one) => one.name !== name))
if (unknown.length > 0) {
  const known = scenarios.map(({ name }) => name).join(', ')
  process.stderr.write(`There is no scenario ${unknown.join(', ')}; there are: ${known}.\n`)
  process.exit(2)
}
const extent = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
if (!(extent.rounds >= 1 && extent.seconds > 0)) {
  process.stderr.write('--rounds and --seconds are numbers above 0.\n')
  process.exit(2)
}
for (const scenario of scenarios) {
  if (positionals.length > 0 ? !positionals.includes(scenario.name) : scenario.isOnRequest) continue
  process.stderr.write(`${scenario.name} …\n`)
  try {
    const result = resultOf(scenario, extent, await scenario.run(extent))
    keep(result, values.out)
    process.stdout.write(resultTable(result))
  } catch (error) {
    // After a scenario has failed, the remaining scenarios still run.
    process.stderr.write(`${scenario.name} has no figures. ${(error as Error).stack}\n`)
    process.exitCode = 1
  }
}
