import assert from 'node:assert/strict'
import { pngOf } from '#tests/support/images.ts'
import type { System } from '#tests/support/system.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  events: {
    'branding.updated': { changed: ['name', 'color'], by: '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02' },
  },
  opens: {
    'system:read': ['getBranding', 'getBrandImage', 'listCustomTexts', 'getCustomText'],
    'system:write': [
      'updateBranding',
      'putBrandImage',
      'deleteBrandImage',
      'putCustomText',
      'deleteCustomText',
    ],
  },
  examples: [
    'updateBranding',
    'getBranding',
    'putBrandImage',
    'getBrandImage',
    'deleteBrandImage',
    'putCustomText',
    'listCustomTexts',
    'getCustomText',
    'deleteCustomText',
  ],
  bounded: {
    instance_settings: 'One row for each group of settings, written by a migration.',
    branding_images: 'One row for each of the three images.',
  },
  stored: {
    instance_settings: [{ by: ['admin'], row: 'branding of the installation' }],
    branding_images: [{ by: ['admin'], row: 'branding of the installation' }],
  },
  drivenBy: {
    'all admins and API keys | branding of the installation': [
      [
        'tests/journeys/system/branding.test.ts',
        'values that could deceive users are refused, with the field that is wrong',
      ],
      ['tests/journeys/system/branding-images.test.ts', 'what is no image, and an image above a limit'],
      ['tests/journeys/system/custom-texts.test.ts', 'a text that could deceive users is refused'],
    ],
  },
  use: brand,
}

/** Reads and changes the branding. */
async function brand(system: System, { token }: { token: string }): Promise<void> {
  const url = `${system.usersUrl}/api/v1/branding`
  const changed = await system.send('PATCH', url, { token, body: { name: 'Acme' } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal((await system.send('GET', url, { token })).status, 200)
  const image = `${url}/images/logo`
  const headers = { 'content-type': 'image/png' }
  const sent = { token, headers, body: pngOf({ width: 64, height: 32 }) }
  const put = await system.send('PUT', image, sent)
  assert.equal(put.status, 200, JSON.stringify(put.body))
  assert.equal((await system.send('GET', image, { token })).status, 200)
  const { path } = put.body.logo
  system.clock.advance(5_000)
  assert.equal((await fetch(`${system.authUrl}${path}`)).status, 200)
  assert.equal((await system.send('DELETE', image, { token })).status, 204)
  assert.equal((await system.send('PUT', image, sent)).status, 200)
  const texts = `${url}/texts`
  assert.equal((await system.send('GET', texts, { token })).status, 200)
  const text = `${texts}/page.sign_in.title`
  assert.equal((await system.send('GET', text, { token })).status, 200)
  const written = await system.send('PUT', `${text}/en`, { token, body: { text: 'Welcome' } })
  assert.equal(written.status, 200, JSON.stringify(written.body))
  assert.equal((await system.send('DELETE', `${text}/en`, { token })).status, 204)
}
