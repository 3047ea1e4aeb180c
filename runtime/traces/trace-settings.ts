/** The environment variables of OpenTelemetry, as an operator has set them. An empty variable counts as not set. */
export type Environment = Record<string, string | undefined>

export interface TraceSettings {
  /**
   * The origin of the endpoint that spans are sent to. The path, the credentials and the query of its URL are left out,
   * because some vendors put a key there.
   */
  origin: string
  sampler: SamplerName
  /** The share of the traces that a sampler by ratio keeps, from 0 to 1. */
  ratio: number
  queue: QueueBounds
}

export interface QueueBounds {
  /** The maximum number of spans in memory. Further spans are dropped and counted. */
  maxSpans: number
  batchSize: number
  delayMs: number
  timeoutMs: number
}

const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

/** Returns whether traces are to be sent: the variables name an endpoint, and none of them turns traces off. */
export function wantsTraces(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment
  const usesOtlp = !exporter || listOf(exporter).includes('otlp')
  return disabled?.trim().toLowerCase() !== 'true' && usesOtlp && endpointIn(environment) !== undefined
}

const listOf = (value: string): string[] => value.split(',').map((one) => one.trim().toLowerCase())

const endpointIn = (environment: Environment): string | undefined => signalled(environment, 'ENDPOINT')?.value

/**
 * Finds a variable of the exporter. The variable for traces takes precedence over the one for traces, metrics and logs
 * together.
 */
function signalled(environment: Environment, option: string): { name: string; value: string } | undefined {
  for (const name of [`OTEL_EXPORTER_OTLP_TRACES_${option}`, `OTEL_EXPORTER_OTLP_${option}`]) {
    const value = environment[name]?.trim()
    if (value) return { name, value }
  }
  return undefined
}

/**
 * Reads the `OTEL_…` environment variables that the OpenTelemetry library does not read by itself. A value that is not
 * understood is ignored, as the OpenTelemetry specification demands, and named in `faults`; without a usable endpoint there
 * are no settings. Values are not shown, because they can hold secrets.
 */
export function readTraceSettings(environment: Environment): {
  settings: TraceSettings | undefined
  faults: string[]
} {
  const faults: string[] = []
  const origin = readOrigin(environment, faults)
  const speaksProtobuf = readProtocol(environment, faults)
  const queue = readQueue(environment, faults)
  const sampler = readSampler(environment, faults)
  const settings = origin && speaksProtobuf ? { origin, queue, ...sampler } : undefined
  return { settings, faults }
}

function readOrigin(environment: Environment, faults: string[]): string | undefined {
  const { name, value } = signalled(environment, 'ENDPOINT') ?? { name: '', value: '' }
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  faults.push(`${name} is not an http or https URL: no traces are sent.`)
  return undefined
}

/**
 * Checks that the protocol is http/protobuf, which every collector accepts. Other protocols would only require more packages.
 */
function readProtocol(environment: Environment, faults: string[]): boolean {
  const set = signalled(environment, 'PROTOCOL')
  if (!set || set.value.toLowerCase() === 'http/protobuf') return true
  faults.push(`${set.name} is not http/protobuf: no traces are sent. A collector takes that on port 4318.`)
  return false
}

function readSampler(environment: Environment, faults: string[]): { sampler: SamplerName; ratio: number } {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument } = environment
  const found = samplerNames.find((one) => one === name?.trim().toLowerCase())
  if (name && !found) faults.push(`OTEL_TRACES_SAMPLER is not one of ${samplerNames.join(', ')}.`)
  const sampler = found ?? 'parentbased_always_on'
  if (!argument || !sampler.endsWith('ratio')) return { sampler, ratio: 1 }
  const ratio = Number(argument)
  if (ratio >= 0 && ratio <= 1) return { sampler, ratio }
  faults.push('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1.')
  return { sampler, ratio: 1 }
}

/**
 * Reads the limits of the queue of spans. The defaults are those of the OpenTelemetry specification. The maxima prevent that a
 * mistyped number fills the memory.
 */
function readQueue(environment: Environment, faults: string[]): QueueBounds {
  const number = (name: string, usual: number, atMost: number): number => {
    const value = environment[name]?.trim()
    if (!value) return usual
    const parsed = /^\d{1,9}$/.test(value) ? Number(value) : 0
    if (parsed >= 1 && parsed <= atMost) return parsed
    faults.push(`${name} is not a whole number from 1 to ${atMost}.`)
    return usual
  }
  const maxSpans = number('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 100_000)
  return {
    maxSpans,
    batchSize: Math.min(number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 100_000), maxSpans),
    delayMs: number('OTEL_BSP_SCHEDULE_DELAY', 5_000, 600_000),
    timeoutMs: number('OTEL_BSP_EXPORT_TIMEOUT', 30_000, 600_000),
  }
}
