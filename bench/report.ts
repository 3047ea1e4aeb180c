import { writeFileSync } from 'node:fs'
import { performanceChart } from './performance-chart.ts'
import { performancePage } from './performance-page.ts'
import { readResults, recorded } from './results.ts'

/** This program writes the page about performance and its chart from the recorded results. */
const folder = new URL('../docs/reference/', import.meta.url)
const results = readResults(recorded)
writeFileSync(new URL('performance.md', folder), performancePage(results))
writeFileSync(new URL('performance.svg', folder), performanceChart(results))
