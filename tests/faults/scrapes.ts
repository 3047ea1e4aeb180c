import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promtool } from '#tests/support/promtool.ts'
import { repository } from '#tests/support/run-program.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'

const rulesFile = join(repository, 'deploy/prometheus/latchkey.rules.yml')

/** An alert that fired, in the time of `performance.now()`. */
export interface FiredAlert {
  name: string
  firedAt: number
  /** The time of the first evaluation in which the alert no longer fired; undefined when it fired until the last one. */
  resolvedAt: number | undefined
}

export interface Scrapes {
  /** The longest time that a reply of `/metrics` took. */
  readonly slowestMs: number
  stop(): Promise<void>
  /** Evaluates the alert rules in `deploy/` over everything that was scraped. */
  alerts(): FiredAlert[]
}

/** Scrapes the metrics of these addresses until it is stopped, as Prometheus does with this interval. */
export function startScraping(targets: readonly string[], intervalMs: number): Scrapes {
  const series = new Map<string, (number | undefined)[]>()
  const startedAt = performance.now()
  let isOver = false
  let ticks = 0
  let slowestMs = 0

  async function scrape(instance: string, tick: number): Promise<void> {
    const keep = (name: string, labels: string, value: number) => {
      const key = `${name}{job="latchkey",instance="${instance}"${labels && `,${labels}`}}`
      const values = series.get(key) ?? []
      values[tick] = value
      series.set(key, values)
    }
    const askedAt = performance.now()
    try {
      const reply = await fetch(`http://${instance}/metrics`, { signal: AbortSignal.timeout(intervalMs) })
      for (const line of (await reply.text()).split('\n')) {
        const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
        if (name !== undefined) keep(name, labels, Number(value))
      }
      keep('up', '', 1)
    } catch {
      keep('up', '', 0)
    }
    slowestMs = Math.max(slowestMs, performance.now() - askedAt)
  }

  async function scrapeAll(): Promise<void> {
    while (!isOver) {
      await Promise.all(targets.map((target) => scrape(target, ticks)))
      ticks++
      await sleep(Math.max(0, startedAt + ticks * intervalMs - performance.now()))
    }
  }

  const running = scrapeAll()
  return {
    get slowestMs() {
      return slowestMs
    },
    async stop() {
      isOver = true
      await running
    },
    alerts() {
      const last = ((ticks - 1) * intervalMs) / 1_000
      return alertsIn(series, ticks, intervalMs / 1_000).map(({ name, from, to }) => ({
        name,
        firedAt: startedAt + from * 1_000,
        resolvedAt: to < last ? startedAt + to * 1_000 + intervalMs : undefined,
      }))
    },
  }
}

/** Returns the alerts that fired, with the seconds of the first and the last evaluation in which they did. */
export function alertsIn(
  series: ReadonlyMap<string, (number | undefined)[]>,
  ticks: number,
  interval: number,
): { name: string; from: number; to: number }[] {
  const rules = readFileSync(rulesFile, 'utf8')
  const end = (ticks - 1) * interval
  const over = (what: string) => ({
    expr: `${what}_over_time(timestamp(ALERTS{alertstate="firing"})[${end + interval}s:${interval}s])`,
    eval_time: `${end}s`,
    exp_samples: [],
  })
  const valueAt = (values: (number | undefined)[], tick: number) => {
    const value = values[tick]
    return value === undefined || Number.isNaN(value) ? '_' : `${value}`
  }
  const test = {
    interval: `${interval}s`,
    input_series: [...series]
      .filter(([key]) => rules.includes(key.slice(0, key.indexOf('{'))))
      .map(([key, values]) => ({
        series: key,
        values: Array.from({ length: ticks }, (_, tick) => valueAt(values, tick)).join(' '),
      })),
    promql_expr_test: [over('min'), over('max')],
  }
  const folder = temporaryFolderOnDisk()
  try {
    const file = join(folder, 'outage.test.yml')
    // The JSON is written as the YAML file that promtool reads, because every JSON document is valid YAML.
    const tests = { rule_files: [rulesFile], evaluation_interval: `${interval}s`, tests: [test] }
    writeFileSync(file, JSON.stringify(tests))
    return readAlerts(promtool(['test', 'rules', file]).text)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads the alerts that promtool reports as unexpected: their first times by alert, then their last times. */
function readAlerts(text: string): { name: string; from: number; to: number }[] {
  const got = [...text.matchAll(/^\s+got: ?(.*)$/gm)].map(([, samples = '']) =>
    [...samples.matchAll(/\{([^}]*)\} ([\d.E+]+)/g)].map(([, labels = '', time]) => ({
      name: /alertname="(\w+)"/.exec(labels)?.[1] ?? '',
      time: Number(time),
    })),
  )
  if (got.length === 0 && !text.includes('SUCCESS')) throw new Error(`promtool did not evaluate: ${text}`)
  const [first = [], last = []] = got
  return [...new Set(first.map(({ name }) => name))].map((name) => {
    const times = (list: typeof first) => list.filter((one) => one.name === name).map(({ time }) => time)
    return { name, from: Math.min(...times(first)), to: Math.max(...times(last)) }
  })
}
