/**
 * An error that says why the process does not start, in one sentence for each fault. The command prints them and exits with
 * `exitCode`.
 */
export class StartFault extends Error {
  override name = 'StartFault'
  readonly faults: readonly string[]
  readonly exitCode: number

  constructor(faults: readonly string[], options: ErrorOptions & { exitCode?: number } = {}) {
    super(faults.join('\n'), options)
    this.faults = faults
    this.exitCode = options.exitCode ?? 1
  }
}
