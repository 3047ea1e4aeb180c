import type { UserResource } from '#contract/users/user.ts'
import { passkeySettings, passkeySite } from '#tests/support/passkey-user.ts'
import { ceremonyLoad } from '../ceremonies.ts'
import { newPasskeys } from '../factors.ts'
import { figuresOf } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { startScript } from '../own-process.ts'
import { startProduct } from '../product.ts'
import { bearer } from '../requests.ts'
import { besideAnother, besideFloor, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const connections = 16
const atOnceWithPassword = 8
const floorName = 'bare node:http'
/** Returns whether a user has a passkey. Half of the users do, and the others log in with a password alone. */
const hasPasskey = (number: number) => number % 2 === 1
const optionsPath = '/api/v1/auth/passkey/options'

export const passkeyLogin: Scenario = {
  name: 'passkey-login',
  measures:
    'Logins on SQLite with a passkey alone (ES256, by a software authenticator), options and answer, beside logins with a password; and the options beside a bare server.',
  async run({ rounds, seconds }) {
    const passkeys = newPasskeys(hasPasskey)
    await using floor = await startScript('floors/http.ts')
    await using product = await startProduct({
      factorRows: passkeys.rows,
      settings: { ...proxied.settings, ...passkeySettings },
    })
    const { people, password } = product.population
    const { auth: url } = product
    const options = { method: 'POST' as const, path: optionsPath, headers: bearer('none') }
    const many = { connections: 32, requests: [options], seconds, expect: 200 }
    const numbers = people.map((_, number) => number)
    const withPasskey = numbers.filter(hasPasskey)
    let begun = 0
    const samples = await inTurns(rounds, {
      [floorName]: () => httpLoad([floor], { ...many, url: floor.address }),
      options: () => httpLoad([product], { ...many, url }),
      'passkey login': () =>
        ceremonyLoad([product], {
          url,
          connections,
          until: { seconds },
          async ceremony(ask) {
            const number = withPasskey[begun++ % withPasskey.length] as number
            const headers = proxied.headers(number)
            const { public_key } = await ask(optionsPath, { headers, expect: 200 })
            const credential = passkeys
              .of(people[number] as UserResource)
              .get({ ...public_key, ...passkeySite })
            await ask('/api/v1/auth/passkey/login', { headers, body: { credential }, expect: 200 })
          },
        }),
      'password login': () =>
        httpLoad([product], {
          url,
          connections: atOnceWithPassword,
          seconds,
          expect: 200,
          requests: numbers
            .filter((number) => !hasPasskey(number))
            .map((number) => ({
              method: 'POST',
              path: '/auth/login',
              headers: proxied.headers(number),
              body: { username: people[number]?.username, password },
            })),
        }),
    })
    const logins = samples['passkey login']
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...(logins[0]?.cpuUs === undefined
          ? []
          : [
              check(
                'passkey login: logins in a second of one core',
                '/s',
                figuresOf(logins, 'cpuUs').map((us) => 1e6 / us),
                { atLeast: 700 },
              ),
            ]),
        ...besideAnother(samples, { own: 'passkey login', other: 'password login', target: { atLeast: 5 } }),
        ...besideFloor(samples, { own: 'options', floor: floorName, target: { atLeast: 0.6 } }),
      ],
      notes: [
        proxied.note,
        `A login with a passkey is two requests; ${connections} such logins at once, and ${atOnceWithPassword} with a password.`,
      ],
    }
  },
}
