import type { Adapter, Configuration } from 'oidc-provider'
import type { Oidc } from '../core/oidc.ts'

/**
 * The library reads the clock of this machine, and has no setting for another clock. The service follows a clock that
 * all nodes share. So every stored time is converted to the clock of the machine before the library reads it, and the
 * times of the library are converted to the shared clock before they are stored or put into tokens. Two nodes thus
 * agree about a code, and a token has the time of the service.
 *
 * Nothing corrects the times in what clients sign: a client assertion may differ by 15 seconds from the clock of the machine
 * (`clockTolerance`), and a DPoP proof by 300.
 */
type Clock = Pick<Oidc, 'clock'>

/** Returns by how many seconds the clock of this machine is ahead of that of the service; negative when it is behind. */
export const aheadSeconds = ({ clock }: Clock): number => Math.round((Date.now() - clock.now()) / 1000)

/** The fields of a payload that the library sets by its clock or compares with it. */
const times = ['iat', 'exp', 'iiat'] as const
type Times = { [time in (typeof times)[number]]?: unknown }

function shifted<T extends Times>(payload: T, seconds: number): T {
  if (seconds === 0) return payload
  const moved = times.flatMap((time) => {
    const at = payload[time]
    return typeof at === 'number' ? [[time, at + seconds]] : []
  })
  return { ...payload, ...Object.fromEntries(moved) }
}

/** Makes an adapter whose rows have times of the service, for the library that has times of the machine. */
export function storingSharedTimes(adapter: Adapter, context: Clock): Adapter {
  const found = (payload: Awaited<ReturnType<Adapter['find']>>) =>
    payload ? shifted(payload, aheadSeconds(context)) : undefined
  return {
    ...adapter,
    upsert: (id, payload, lifetime) => adapter.upsert(id, shifted(payload, -aheadSeconds(context)), lifetime),
    find: async (id) => found(await adapter.find(id)),
    findByUid: async (uid) => found(await adapter.findByUid(uid)),
    findByUserCode: async (code) => found(await adapter.findByUserCode(code)),
  }
}

/** Signs access tokens for APIs with times of the service. */
export const signingSharedTimes = (context: Clock): NonNullable<Configuration['formats']> => ({
  customizers: {
    jwt(_ctx, _token, parts) {
      parts.payload = shifted(parts.payload, -aheadSeconds(context))
    },
  },
})
