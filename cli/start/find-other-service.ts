import { type Arrival, arrivalPath, arrivalProof, arrivalProofHeader } from '#runtime/http/arrival-page.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import type { Fetch } from '#sdk/send-request.ts'

/**
 * Asks a service for the URL at which it calls the other one; undefined when it does not answer, or its version does not report
 * it. The request proves that this process knows the service token; no other caller learns the URL.
 */
export async function findOtherService(
  baseUrl: string,
  { serviceToken, fetch }: { serviceToken: string; fetch: Fetch },
): Promise<string | undefined> {
  try {
    const reply = await fetch(new URL(arrivalPath, baseUrl), {
      method: 'GET',
      body: null,
      redirect: 'manual',
      headers: { [arrivalProofHeader]: arrivalProof(serviceToken, Date.now()) },
      signal: AbortSignal.timeout(usualTimeoutMs),
    })
    const arrival: Partial<Arrival> = reply.status === 200 ? JSON.parse(await reply.text()) : {}
    return URL.parse(arrival.other_service ?? '')?.origin
  } catch {
    // The URL only completes an error page, which is shown without it if this request fails.
    return undefined
  }
}
