import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Framework } from '#cli/commands/clients/frameworks.ts'
import type { Missing } from '#tests/support/foreign-packages.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { installExample } from './install-example.ts'
import { walkWebApplication } from './walk-web-application.ts'

interface WebExample {
  /** The program that builds the application, and its arguments. */
  build: readonly [program: string, ...args: string[]]
  /** The program that serves what was built, and its arguments. */
  serve: readonly [program: string, ...args: string[]]
}

/** The examples of the frameworks that have to be built. Each has a folder of its name in `examples`. */
export const webExamples: Partial<Record<Framework, WebExample>> = {
  next: {
    build: ['node_modules/next/dist/bin/next', 'build'],
    serve: ['node_modules/next/dist/bin/next', 'start'],
  },
  sveltekit: { build: ['node_modules/vite/bin/vite.js', 'build'], serve: ['build/index.js'] },
  astro: { build: ['node_modules/astro/bin/astro.mjs', 'build'], serve: ['dist/server/entry.mjs'] },
  nuxt: { build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'], serve: ['.output/server/index.mjs'] },
  'react-router': {
    build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    serve: ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
  },
}

/** Builds the example for a framework as for production, and uses it in a browser. */
export async function tryWebExample(
  framework: Framework,
  { build, serve: [program, ...args] }: WebExample,
): Promise<Missing | undefined> {
  const folder = await installExample(framework)
  const example = join(repository, 'examples', framework)
  for (const name of readdirSync(example))
    if (name !== 'package.json') cpSync(join(example, name), join(folder, name), { recursive: true })
  for (const name of ['NEXT_TELEMETRY_DISABLED', 'ASTRO_TELEMETRY_DISABLED', 'NUXT_TELEMETRY_DISABLED'])
    process.env[name] = '1'
  runProgram(process.execPath, [...build], folder)
  return walkWebApplication({ framework, folder, program, args })
}
