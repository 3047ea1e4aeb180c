import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { consentTo } from '#tests/support/consent.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'

onEachEngine((startSystem) => {
  test('an admin lists the sessions of everybody, page by page and filtered, and ends one by its id', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const { access_token: token, session_id: own } = await system.admin()
    const url = `${system.authUrl}/api/v1/sessions`
    const sessions: { id: string; user_id: string; address: string; token: string }[] = []
    for (const [name, address] of [
      ['ada', '198.51.100.7'],
      ['bob', '198.51.100.70'],
      ['eve', '2001:db8:0:1::5'],
    ] as const) {
      const { id, password } = await system.signUp(name)
      const headers = { 'x-forwarded-for': address }
      const body = { username: name, password }
      const { body: pair } = await system.send('POST', `${system.authUrl}/auth/login`, { body, headers })
      sessions.push({ id: pair.session_id, user_id: id, address, token: pair.access_token })
    }
    const [ada, bob, eve] = sessions
    assert.ok(ada && bob && eve)
    const list = async (query: string) => (await system.send('GET', `${url}${query}`, { token })).body
    const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id)

    let cursor: string | null = ''
    const seen: string[] = []
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
      assert.equal(page.data.length, 1)
      seen.push(page.data[0].id)
      cursor = page.next_cursor
    }
    assert.deepEqual(seen.toSorted(), [own, ada.id, bob.id, eve.id].toSorted())
    assert.deepEqual(await idsOf(''), seen, 'one page has the same in the same order')
    assert.deepEqual(await idsOf(`?user_id=${bob.user_id.toUpperCase()}`), [bob.id])
    assert.deepEqual(await idsOf('?address=198.51.100.7'), [ada.id], 'a whole address is no beginning')
    assert.deepEqual((await idsOf('?address=198.51.100.')).toSorted(), [ada.id, bob.id].toSorted())
    assert.deepEqual(await idsOf('?address=2001:DB8:'), [eve.id])
    assert.deepEqual(await idsOf(`?user_id=${ada.user_id}&address=2001:`), [])
    const [shown] = (await list(`?user_id=${ada.user_id}`)).data
    assert.deepEqual([shown.user_id, shown.address, shown.current], [ada.user_id, ada.address, false])
    assert.equal((await system.send('GET', `${url}?cursor=x`, { token })).body.code, 'invalid_request')
    assert.equal((await system.send('GET', `${url}?address=%25`, { token })).body.code, 'invalid_request')

    const end = (id: string, by = token) => system.send('DELETE', `${url}/${id}`, { token: by })
    for (let time = 1; time <= 2; time++) assert.equal((await end(bob.id)).status, 204, 'may be repeated')
    const { body } = await system.send('GET', `${system.authUrl}/auth/validate`, { token: bob.token })
    assert.deepEqual([body.code, body.reason], ['session_ended', 'revoked'])
    assert.deepEqual(await idsOf(`?user_id=${bob.user_id}`), [], 'it is no longer listed')
    for (const id of [randomUUID(), 'x']) assert.equal((await end(id)).body.code, 'session_not_found')
    assert.equal((await end(ada.id, eve.token)).body.code, 'forbidden')
    assert.equal((await system.send('GET', url, { token: eve.token })).body.code, 'forbidden')
  })

  test('an admin lists the sessions that have signed in to one application', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const wiki = await relyingParty(system, { first_party: false })
    const board = await relyingParty(system, { first_party: false })
    const signedIn: { user: string; session: string }[] = []
    for (const name of ['ada', 'bob', 'eve']) {
      const person = await system.signUpAndLogIn(name)
      const browser = await signedInBrowser(system, { ...person, ...person.user })
      const parties = name === 'bob' ? [wiki, board] : [wiki]
      for (const party of parties) await consentTo(system, { party, browser, scope: 'openid' })
      const url = `${system.authUrl}/api/v1/users/${person.user.id}/apps`
      assert.equal((await system.send('GET', url, { token })).body.data.length, parties.length)
      const sessions = `${system.authUrl}/api/v1/sessions?user_id=${person.user.id}&client_id=${wiki.id}`
      const { data } = (await system.send('GET', sessions, { token })).body
      assert.equal(data.length, 1, 'the session of the browser, and not the other one of the same user')
      signedIn.push({ user: person.user.id, session: data[0].id })
    }
    const url = `${system.authUrl}/api/v1/sessions`
    const list = async (query: string) => {
      const { status, body } = await system.send('GET', `${url}?${query}`, { token })
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: body.data.map(({ id }: { id: string }) => id), next: body.next_cursor }
    }
    const newestFirst = signedIn.map(({ session }) => session).toReversed()
    const first = await list(`client_id=${wiki.id.toUpperCase()}&limit=2`)
    const second = await list(`client_id=${wiki.id}&limit=2&cursor=${first.next}`)
    assert.deepEqual([...first.ids, ...second.ids], newestFirst)
    assert.equal(second.next, null)
    const [, bob, eve] = signedIn
    assert.ok(bob && eve)
    assert.deepEqual((await list(`client_id=${board.id}`)).ids, [bob.session])
    assert.deepEqual((await list(`client_id=${board.id}&address=127.`)).ids, [bob.session])
    assert.deepEqual((await list(`client_id=${board.id}&user_id=${eve.user}`)).ids, [])
    for (const others of ['', '&address=127.', `&user_id=${bob.user}`])
      for (const id of ['x', randomUUID()])
        assert.deepEqual((await list(`client_id=${id}${others}`)).ids, [], `${id}${others}`)
    assert.equal((await system.send('DELETE', `${url}/${bob.session}`, { token })).status, 204)
    assert.deepEqual((await list(`client_id=${board.id}`)).ids, [], 'what has ended is not listed')
  })

  test('an admin who is demoted sees no sessions of others with the next request', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { user, password } = await system.signUpAndLogIn('ada')
    const setRole = (role: string) =>
      system.send('PATCH', `${system.usersUrl}/api/v1/users/${user.id}`, { token, body: { role } })
    assert.equal((await setRole('admin')).status, 200)
    const { access_token: ada } = await system.logIn('ada', password)
    const list = () => system.send('GET', `${system.authUrl}/api/v1/sessions`, { token: ada })
    assert.equal((await list()).status, 200)
    assert.equal((await setRole('user')).status, 200)
    assert.equal((await list()).body.code, 'forbidden')
  })
})
