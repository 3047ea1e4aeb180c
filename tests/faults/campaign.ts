import type { Engine } from '#tests/support/engines.ts'

/** The options of a campaign, as given on the command line. */
export interface CampaignOptions {
  seed: number
  /** The number of crash images that `power-loss` examines. */
  images: number
  /**
   * The number of times that a campaign repeats its work: rounds of `kill`, of `failover` and of each kind of
   * `failed-sync`, races of `refresh-races`, ended sessions of `logout-storm`, key rotations of `rotation`, changes of
   * `events`, rounds of `factor-kills` and `provider-kills`, restarts of each node of `rolling-restart`, rounds of
   * `old-primary`, `cancelled-wait`, `clock-ahead` and `cut-wire`, pairs of requests of `who-is-here`, histories of each
   * deployment of `histories`.
   */
  rounds: number | undefined
  /**
   * The time for which `outage` takes the database away, and `lost-standby` the standby, and for which the clients of `histories` work,
   * in seconds.
   */
  seconds?: number | undefined
  /** The database engine of `who-is-here`. The other campaigns that support both engines run on both. */
  engine?: Engine
  /** Limits `who-is-here` to the comparisons, and `histories` to the deployments, whose names begin with this text. */
  only?: string
  /** Makes `power-loss` pretend that no sync had an effect. It must then find violations. */
  forgetSyncs: boolean
}

export interface Outcome {
  figures: [what: string, figure: string | number][]
  /** The broken promises, each as a text with its evidence. */
  violations: string[]
}

export type Campaign = (options: CampaignOptions) => Promise<Outcome>

/** The error of a campaign on a machine that lacks what the campaign needs. The campaign then has no result. */
export class RequirementMissing extends Error {}
