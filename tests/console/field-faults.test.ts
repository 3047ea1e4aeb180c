import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from '#console/core/problem.ts'
import { textsIn } from '#console/texts/texts.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { cookieOfAdmin } from '#tests/support/browser-cookie.ts'
import { consoleUrl } from '#tests/support/console-visitor.ts'
import { send, startSystem } from '#tests/support/system.ts'

test('what is wrong with a field is said in the language of the reader, and exactly in that of the service', async () => {
  await using system = await startSystem()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = { ...type, origin: new URL(consoleUrl(system, '')).origin }
  const cookie = await cookieOfAdmin(system)
  for (const [language, format, few] of [
    ['en', 'This value is not allowed here.', 'Too short: enter more characters or more values.'],
    ['de', 'Dieser Wert ist hier nicht erlaubt.', 'Zu kurz oder zu wenige Werte.'],
    ['fr', 'Cette valeur n’est pas autorisée ici.', 'Trop court, ou pas assez de valeurs.'],
  ] as const) {
    const post = (sent: Record<string, string>) =>
      send('POST', consoleUrl(system, 'new-webhook'), {
        body: new URLSearchParams({ typed: '1', ...sent }).toString(),
        headers: { ...form, cookie, 'accept-language': language },
      })
    const wrongUrl = await post({ url: 'https://user:secret@example.com/', everything: '1' })
    assert.equal(wrongUrl.status, 400)
    assert.match(
      wrongUrl.body,
      new RegExp(`<p class="fault">${format} <span lang="en">\\([^<]+\\)</span></p>`),
    )
    const nothing = await post({ url: 'https://example.com/' })
    assert.match(nothing.body, new RegExp(`id="event_types_fault"><p class="fault">${few}`))
  }
})

test('the console has the language of the admin, or else that of the browser', async () => {
  await using system = await startSystem()
  const headers = { cookie: await cookieOfAdmin(system), 'accept-language': 'de' }
  const languageOf = async () =>
    /<html lang="(\w+)"/.exec((await send('GET', consoleUrl(system, 'users'), { headers })).body)?.[1]
  assert.equal(await languageOf(), 'de')
  const { access_token: token, user } = await system.admin()
  const change = { token, body: { locale: 'fr-CA' } }
  assert.equal((await system.send('PATCH', `${system.usersUrl}/api/v1/users/${user.id}`, change)).status, 200)
  assert.equal(await languageOf(), 'fr')
})

test('a code that a later version has is said too, with the words of the service', () => {
  const errors = [
    { pointer: '/name', code: 'required', detail: 'This is required.' },
    { pointer: '/name', code: 'of_the_future', detail: 'It is not round.' },
  ]
  const { faults } = problemOf(new Failure('invalid_request', { errors }), textsIn('de'))
  assert.deepEqual(faults, [
    { pointer: '/name', text: 'Geben Sie einen Wert ein.', inEnglish: undefined },
    { pointer: '/name', text: 'Dieser Wert ist ungültig.', inEnglish: 'It is not round.' },
  ])
})
