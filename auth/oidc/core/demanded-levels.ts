/** The level of authentication that a request demands or wishes for in the parameter `claims`. */
export interface AcrClaim {
  essential?: unknown
  value?: unknown
  values?: unknown
}

/** Returns the levels of which a request demands one (OpenID Connect Core section 5.5.1.1); undefined when it demands none. */
export function demandedLevels(acr: AcrClaim | null | undefined): unknown[] | undefined {
  if (!acr?.essential) return undefined
  if (acr.value !== undefined) return [acr.value]
  return Array.isArray(acr.values) ? acr.values.filter((one) => typeof one === 'string') : undefined
}
