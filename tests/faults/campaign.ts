import type { Engine } from '#tests/support/engines.ts'

/** What a campaign may be told on the command line. */
export interface CampaignOptions {
  seed: number
  /** Crash images that `power-loss` looks at. */
  images: number
  /** Rounds of `kill` and of each kind of `failed-sync`, races of `refresh-races`, ends of `logout-storm`, rotations of `rotation`, changes of `events`, pairs of `who-is-here`. */
  rounds: number | undefined
  /** The database that `who-is-here` asks; the others that can run on each engine do. */
  engine?: Engine
  /** How the names of the comparisons of `who-is-here` begin that are made. */
  only?: string
  /** `power-loss` pretends that no sync did anything, and must then find violations. */
  forgetSyncs: boolean
}

export interface Outcome {
  figures: [what: string, figure: string | number][]
  /** Each a promise that was broken, with its evidence. */
  violations: string[]
}

export type Campaign = (options: CampaignOptions) => Promise<Outcome>

/** The machine lacks what the campaign needs: nothing was found out. */
export class RequirementMissing extends Error {}
