import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { HttpReply } from './system.ts'

/** The tag of the script on account pages. Only pages on which a passkey can be used contain it. */
const passkeyScript = /<script type="module" src="passkey\.js\?[0-9a-f]{16}"><\/script>/

/** Checks the rules that every account page follows, whatever its content. */
export function checkPage({ headers, body }: HttpReply, about: string, referrer = 'no-referrer'): void {
  const policy = headers.get('content-security-policy') ?? ''
  const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))
  assert.deepEqual(directives.get('default-src'), ["'none'"], about)
  assert.deepEqual(directives.get('style-src'), [`'sha256-${hash}'`], about)
  assert.deepEqual(directives.get('frame-ancestors'), ["'none'"], about)
  assert.equal(
    policy.split('; ').find((one) => one.startsWith('form-action')),
    "form-action 'self'",
    about,
  )
  assert.deepEqual(
    [
      'cache-control',
      'referrer-policy',
      'x-robots-tag',
      'x-content-type-options',
      'set-cookie',
      'content-type',
    ].map((name) => headers.get(name)),
    ['no-store', referrer, 'noindex', 'nosniff', null, 'text/html; charset=utf-8'],
    about,
  )
  const script = directives.get('script-src')
  if (script) {
    assert.deepEqual([script, directives.get('connect-src')], [["'self'"], ["'self'"]], about)
    assert.match(body, passkeyScript, about)
  }
  const rest = script ? body.replace(passkeyScript, '') : body
  assert.doesNotMatch(rest, /<script| style="| on\w+=|javascript:|<img|https?:/, about)
  assert.match(body, /<html lang="(en|de|fr)">/, about)
  assert.equal(body.match(/<h1>/g)?.length, 1, about)
  for (const [, inside = ''] of body.matchAll(/<input ([^>]*)>/g)) {
    const id = /(?:^| )id="(\w+)"/.exec(inside)?.[1]
    const isSeen = !/type="hidden"| hidden/.test(inside)
    if (isSeen) assert.ok(id && body.includes(`<label for="${id}">`), `${about}: ${inside}`)
    for (const described of /aria-describedby="([^"]+)"/.exec(inside)?.[1]?.split(' ') ?? [])
      assert.ok(body.includes(`id="${described}"`), `${about}: ${described}`)
  }
}
