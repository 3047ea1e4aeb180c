import { isLoopback } from '#runtime/network.ts'
import type { AllSettings } from '../settings/all-settings.ts'

/** Checks whether the settings say that others than this machine reach the deployment. */
export const isServed = ({
  host,
  publicUrl,
  trustedProxies,
}: Pick<AllSettings, 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  !isLoopback(host) || publicUrl !== undefined || trustedProxies.length > 0
