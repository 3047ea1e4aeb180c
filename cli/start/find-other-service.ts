import { type Arrival, arrivalPath, arrivalProof, arrivalProofHeader } from '#runtime/http/arrival-page.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import type { Fetch } from '#sdk/send-request.ts'

/**
 * Asks a service at which URL it asks the other one; undefined when it does not answer, or is of a version that does not say it. The
 * proof shows that this process knows the service token: no other caller learns the URL.
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
    // The reader asks because something is wrong already, and can do without this.
    return undefined
  }
}
