import type { System } from './system.ts'

/** The value of one metric for one combination of labels, as in a `/metrics` reply. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads the metrics of both services, or of one, as text. */
export async function metricsText(
  system: System,
  services: readonly ('users' | 'auth')[] = ['users', 'auth'],
): Promise<string> {
  const urls = { users: system.usersOpsUrl, auth: system.authOpsUrl }
  const read = async (url: string) => String((await system.send('GET', `${url}/metrics`)).body)
  return (await Promise.all(services.map((service) => read(urls[service])))).join('')
}

/** Parses the text format of Prometheus. */
export const samplesIn = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [
      label,
      text,
    ])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })

/** Adds up the samples of a metric that have the given labels. */
export const sumOf = (
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)
