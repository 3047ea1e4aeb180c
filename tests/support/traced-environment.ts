/**
 * Sets the variables of OpenTelemetry for the services that start in this process, which read them from its environment, until the
 * end of the scope.
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
