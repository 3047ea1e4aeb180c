import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import starlightLinksValidator from 'starlight-links-validator'

/** The sidebar, which `build/build-site.ts` makes from `docs/README.md`. */
const sidebar = JSON.parse(readFileSync(new URL('src/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  outDir: '../dist/docs-site',
  // The site shows vector images only, so that nothing has to be resized.
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Latchkey',
      description: 'Users and sign-in as two small services that you run yourself.',
      sidebar,
      // A broken link ends the build.
      plugins: [starlightLinksValidator({ errorOnLocalLinks: false })],
      lastUpdated: false,
      pagination: false,
      // Languages that Shiki does not know.
      expressiveCode: { shiki: { langAlias: { caddy: 'nginx', haproxy: 'ini' } } },
    }),
  ],
})
