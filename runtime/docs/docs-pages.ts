import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { isFailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Page } from '../http/page.ts'
import type { Route } from '../requests/route.ts'
import type { RpcService } from '../rpc/rpc.ts'
import type { KeptReply } from './kept-reply.ts'
import type { Search } from './search-index.ts'

export interface DocsOptions {
  title: string
  routes: readonly Pick<Route, 'endpoint'>[]
  defaultUrl?: string | undefined
  /** True where people can sign in on pages of this service. */
  hasAccountPages?: boolean | undefined
  /** True where the admin console is among the pages. */
  hasConsole?: boolean | undefined
  findHome?: ((cookies: string | undefined) => Promise<string | undefined>) | undefined
  /** Loads the gRPC services that the reference describes. */
  rpcServices?: (() => Promise<readonly RpcService[]>) | undefined
}

interface Content {
  headers: Record<string, string>
  text: string
}

/**
 * Serves `/`, `/openapi.json`, `/docs` with its search, `/llms.txt`, the guides, and a page for each failure code. The code that makes them is loaded for
 * the first request, so that no start waits for it.
 */
export function docsPages(app: FastifyInstance, options: DocsOptions): void {
  const { title, defaultUrl } = options
  const endpoints = options.routes.map(({ endpoint }) => endpoint)
  const serve = keptServer()
  const readGuides = async () => (await import('./guides.ts')).readGuides()
  let searching: Promise<Search> | undefined
  const search = () => {
    searching ??= makeDocumentationSearch().catch((error) => {
      searching = undefined
      throw error
    })
    return searching
  }
  const makeDocumentationSearch = async () => {
    const { documentationSearch } = await import('./search-page.ts')
    const { readDoors } = await import('./doors.ts')
    const guides = [...(await readGuides()).values()]
    return documentationSearch({ guides, endpoints, doors: await readDoors() })
  }
  const reference = async () => ({
    title,
    endpoints,
    defaultUrl,
    rpcServices: (await options.rpcServices?.()) ?? [],
    guides: [...(await readGuides()).values()],
  })

  // A port that has only internal routes gets no home page, because it has no pages to link to.
  if (endpoints.some(isForClients))
    app.get('/', async (request, reply) => {
      const isForPeople = request.headers.accept?.includes('text/html') ?? false
      const to = isForPeople ? await options.findHome?.(request.headers.cookie) : undefined
      // The address is relative, because a proxy may serve this page under a path prefix. The redirect is not cached, because the
      // admin may sign out.
      if (to !== undefined)
        return reply.code(303).headers({ location: to, 'cache-control': 'no-store' }).send()
      return serve(request, reply, isForPeople ? 'home' : 'home for programs', async () => {
        const { homeJson, homePage } = await import('./home-page.ts')
        const content = isForPeople
          ? await htmlContent(homePage(options))
          : { headers: { 'content-type': json }, text: homeJson(options) }
        return { ...content, headers: { ...content.headers, vary: 'accept, accept-encoding, cookie' } }
      })
    })
  app.get('/openapi.json', (request, reply) =>
    serve(request, reply, 'openapi', async () => {
      const { openApiDocument } = await import('#contract/openapi/openapi.ts')
      const document = openApiDocument({ title, endpoints: published(endpoints), defaultUrl })
      return { headers: { 'content-type': json }, text: JSON.stringify(document) }
    }),
  )
  app.get<{ Querystring: { q?: unknown } }>('/docs', async (request, reply) => {
    const query = await queryOf(request.query.q)
    // Results are not kept, because anybody could fill the memory with queries.
    if (query !== '') {
      const { searchPage } = await import('./search-page.ts')
      const { headers, text } = await htmlContent(searchPage(query, await search()))
      return reply.headers({ ...headers, 'cache-control': 'no-store' }).send(text)
    }
    return serve(request, reply, 'reference', async () => {
      const { referencePage } = await import('./reference-page.ts')
      const { readDoors } = await import('./doors.ts')
      return htmlContent(referencePage({ ...(await reference()), doors: await readDoors() }))
    })
  })
  app.get('/llms.txt', (request, reply) =>
    serve(request, reply, 'llms', async () => {
      const { llmsText } = await import('./llms-text.ts')
      const text = llmsText({ ...(await reference()), endpoints: published(endpoints) })
      return { headers: { 'content-type': plain }, text }
    }),
  )
  app.get<{ Params: { folder: string; name: string } }>('/docs/:folder/:name', (request, reply) => {
    const { folder, name } = request.params
    const path = `/docs/${folder}/${name}`
    return serve(request, reply, path, async () => {
      const { guidePage } = await import('./guides.ts')
      const guides = await readGuides()
      const page = guides.get(path)
      if (page) return htmlContent(guidePage(page, guides))
      const source = path.endsWith('.md') ? guides.get(path.slice(0, -'.md'.length)) : undefined
      if (source) return { headers: { 'content-type': plain }, text: source.markdown }
      throw new Failure('route_not_found')
    })
  })
  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) =>
    serve(request, reply, `problem/${request.params.code}`, async () => {
      const { code } = request.params
      if (!isFailureCode(code)) throw new Failure('route_not_found')
      const { problemPage } = await import('./problem-page.ts')
      return htmlContent(problemPage(code, endpoints))
    }),
  )
}

const json = 'application/json; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** Reads a query for the search. Its type is unknown, because a client may send the parameter twice. */
async function queryOf(given: unknown): Promise<string> {
  const { maxQueryLength } = await import('./search-form.ts')
  return typeof given === 'string' ? given.slice(0, maxQueryLength).trim() : ''
}

async function htmlContent(content: Page): Promise<Content> {
  const { page, pageHeaders } = await import('../http/page.ts')
  return { headers: pageHeaders(content), text: page(content) }
}

/**
 * Leaves out internal routes, because people generate clients from the OpenAPI document. On a listener that has only internal
 * routes, the document has these.
 */
function published(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const forClients = endpoints.filter(isForClients)
  return forClients.length > 0 ? forClients : endpoints
}

type Asking = Pick<FastifyRequest, 'headers'>

/**
 * Returns a function that sends a page and keeps it in memory, because making the page of all operations takes tens of
 * milliseconds. Requests that come meanwhile wait for the same result. Nothing is kept for an unknown name, so that nobody can
 * fill the memory with names.
 */
function keptServer() {
  const kept = new Map<string, Promise<KeptReply>>()
  return async (request: Asking, reply: FastifyReply, name: string, make: () => Promise<Content>) => {
    const { keepReply, sendKept } = await import('./kept-reply.ts')
    let content = kept.get(name)
    if (!content) {
      content = make().then(({ headers, text }) => keepReply(headers, text))
      kept.set(name, content)
      content.catch(() => kept.delete(name))
    }
    return sendKept(request, reply, await content)
  }
}
