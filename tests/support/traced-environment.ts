/**
 * Sets the environment variables of OpenTelemetry until the end of the scope. Services that start in this process
 * meanwhile read them.
 */
export function tracedEnvironment(variables: Record<`OTEL_${string}`, string>): Disposable {
  const before = Object.keys(process.env).filter((name) => name.startsWith('OTEL_'))
  for (const name of before) delete process.env[name]
  Object.assign(process.env, variables)
  return {
    [Symbol.dispose]() {
      for (const name of Object.keys(variables)) delete process.env[name]
    },
  }
}
