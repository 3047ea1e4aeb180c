import { measureGroupCommit } from './group-commit.ts'
import { measureGrowth } from './growth.ts'
import { measureGrpcValidate } from './grpc-validate.ts'
import { measureStart } from './start.ts'

const scenarios: Record<string, () => Promise<void>> = {
  start: measureStart,
  'group-commit': measureGroupCommit,
  growth: measureGrowth,
  'grpc-validate': measureGrpcValidate,
}

const [name] = process.argv.slice(2)
const chosen = name === undefined ? Object.values(scenarios) : [scenarios[name]]
for (const scenario of chosen) {
  if (!scenario)
    throw new Error(`There is no scenario ${name}; there are: ${Object.keys(scenarios).join(', ')}.`)
  await scenario()
}
