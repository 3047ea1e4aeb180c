import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#contract/declaration/languages.ts'
import { pageOf, signIn, submit, titleOf } from '#tests/support/account-forms.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { mailIsSent, mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'

const languageIn = (page: string): string => /<html lang="(\w+)"/.exec(page)?.[1] ?? ''
const selectedIn = (page: string): string | undefined =>
  /<option value="(\w*)"[^>]* selected>/.exec(page)?.[1]

/** Opens a page in a browser that prefers German. */
const open = (system: System, cookie: string, path: string) =>
  send('GET', pageOf(system, path), { headers: { cookie, 'accept-language': 'de' } })

const choose = (system: System, cookie: string, fields: Record<string, string>) =>
  submit(system, '/language', fields, { cookie, 'accept-language': 'de' })

async function localeOf(system: System, { username, password }: { username: string; password: string }) {
  const { access_token: token } = await system.logIn(username, password)
  return (await send('GET', `${system.usersUrl}/api/v1/users/me`, { token })).body.locale
}

onEachEngine((startSystem) => {
  test('users choose the language of pages and emails, or leave it to the browser again', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const cookie = await signIn(system, 'ada', ada.password)
    assert.equal(languageIn((await open(system, cookie, '')).body), 'de', 'the browser decides')
    const chosen = await choose(system, cookie, { language: 'fr' })
    assert.deepEqual([chosen.status, chosen.headers.get('location')], [303, '../account?done=language'])
    const account = await open(system, cookie, '?done=language')
    assert.equal(languageIn(account.body), 'fr')
    assert.match(account.body, /Votre langue a été modifiée/)
    assert.match(account.body, /Français/)
    assert.equal(selectedIn((await open(system, cookie, '/language')).body), 'fr')
    assert.equal(await localeOf(system, ada), 'fr')
    await submit(system, '/forgot-password', { email: ada.email }, { 'accept-language': 'de' })
    await mailIsSent(system)
    assert.equal((await mailTo(system, ada.email)).at(-1)?.language, 'fr')

    assert.equal((await choose(system, cookie, {})).status, 303)
    assert.equal(languageIn((await open(system, cookie, '')).body), 'de')
    assert.equal(await localeOf(system, ada), null)
  })
})

test('the region of a language stays until the user chooses another language', async () => {
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', ada.password)
  const { access_token: token } = await system.logIn('ada', ada.password)
  const set = (locale: string) =>
    send('PATCH', `${system.usersUrl}/api/v1/users/me`, { token, body: { locale } })
  for (const [stored, sent, kept] of [
    ['fr-CA', { language: 'fr' }, 'fr-CA'],
    ['fr-CA', { language: 'en' }, 'en'],
    ['pt-BR', {}, 'pt-BR'],
  ] as const) {
    assert.equal((await set(stored)).status, 200)
    assert.equal((await choose(system, cookie, sent)).status, 303)
    assert.equal(await localeOf(system, ada), kept, `${stored} ${JSON.stringify(sent)}`)
  }
})

test('the page for the language accepts only languages that it shows, from its own form', async () => {
  await using system = await startSystem()
  const ada = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', ada.password)
  for (const language of languages) {
    const page = await send('GET', pageOf(system, '/language'), {
      headers: { cookie, 'accept-language': language },
    })
    checkPage(page, language, 'same-origin')
    assert.equal(languageIn(page.body), language)
    for (const name of ['English', 'Deutsch', 'Français'])
      assert.match(page.body, new RegExp(`>${name}</option>`))
  }
  const refused: Record<string, string>[] = [
    { language: 'es' },
    { language: 'de-AT' },
    { language: 'de', locale: 'de' },
  ]
  for (const fields of refused) {
    const reply = await choose(system, cookie, fields)
    assert.equal(reply.status, 400, JSON.stringify(fields))
  }
  const foreign = { cookie, 'sec-fetch-site': 'cross-site' }
  assert.equal((await submit(system, '/language', { language: 'de' }, foreign)).status, 403)
  const stranger = await submit(system, '/language', { language: 'de' })
  assert.equal(stranger.headers.get('location'), 'sign-in?return_to=language')
  assert.equal(await localeOf(system, ada), null)
})

test('a sign-up stores the language of the browser, never the default of the installation', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_LANGUAGE: 'de' } })
  const password = 'a password for this test'
  const accepted = { ada: 'fr-CA, en;q=0.5', bob: undefined, eve: 'pt-BR' }
  const stored: Record<string, unknown> = {}
  for (const [username, language] of Object.entries(accepted)) {
    const person = { username, email: `${username}@example.com`, password }
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
    const reply = await submit(system, '/sign-up', person, headers)
    assert.equal(reply.status, 303, titleOf(reply))
    stored[username] = await localeOf(system, person)
  }
  assert.deepEqual(stored, { ada: 'fr', bob: null, eve: null })
})
