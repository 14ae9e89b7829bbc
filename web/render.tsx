import { isDeepStrictEqual } from 'node:util'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Lang } from '#contract/kit/text.ts'
import { documentTitle, renderIn } from './base/api/language.ts'
import { type Head, HeadContext } from './base/page/document-head.ts'
import { pages } from './pages.tsx'
import { consolePatterns, lock, login, Pages } from './routes.tsx'

/**
 * Public pages rendered on the server: path pattern, the file of the page, and files loaded after it whose styles are needed at
 * once. The browser hydrates the same components; the server calls `render` (server/portal/rendered-pages.ts).
 */
export const rendered: readonly (readonly [path: string, file: string, ...later: string[]])[] = [
  ['/Home', 'portal/home/home.tsx', 'portal/home/lower-sections.tsx'],
  ['/projectList/:title', 'portal/news/published-content.tsx'],
  ['/projectList1/:id', 'portal/news/published-content.tsx'],
  ['/projectDetails/:id', 'portal/project-details.tsx'],
  ['/statement/:code', 'portal/project-details.tsx'],
  ['/projects', 'portal/projects/projects.tsx'],
  ['/recommend/:id', 'portal/projects/recommended-project.tsx'],
  ['/lookUp', 'portal/look-up.tsx'],
  ['/technologicalProgress/:title', 'portal/news/column-pages.tsx'],
  ['/successfulCase/:title', 'portal/news/column-pages.tsx'],
  ['/evaluationService/:title', 'portal/service-guide/service-guide.tsx'],
  ['/productTesting/:title', 'portal/service-guide/service-guide.tsx'],
  ['/siteMap', 'portal/site-map.tsx'],
]

/** The path patterns of all routes except the 404 page. */
export const addresses: readonly string[] = [
  ...['/', '/wel', lock, login],
  ...pages.map(({ path }) => path).filter((path) => path !== '/404'),
  ...consolePatterns,
]

/** The path patterns that lead into the console, for people with a session. */
export { consolePatterns }

export interface RenderedPage {
  readonly html: string
  readonly title: string
  readonly description: string | null
  readonly data: object | null
  /** The data the page read, by the keys of the browser's query cache. */
  readonly answers: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/** Calls an endpoint inside the server: resolves to its data, throws its error. */
export type CallReader = (path: string, input: object) => Promise<unknown>

/** Whether the HTML has a suspended part: code or data is still loading. */
const isPending = (html: string) => html.includes('<!--$!-->') || html.includes('<!--$?-->')
/** Milliseconds after which rendering a page fails. */
const renderTimeoutMs = 5000

const answerTo = ([path, input]: readonly unknown[], read: CallReader): Promise<unknown> =>
  read(String(path), typeof input === 'object' && input !== null ? input : {})

/** Whether all data that a page read is unchanged. */
const isCurrent = async ({ answers }: RenderedPage, read: CallReader): Promise<boolean> => {
  const currentAnswers = await Promise.all(answers.map(async ([key]) => [key, await answerTo(key, read)] as const))
  return isDeepStrictEqual(currentAnswers, answers)
}

/**
 * Renders a URL as a visitor sees it, in a language. Each pass collects the calls that are still to be read, so a page needs no
 * list of its calls. Returns the previously rendered page itself if all its data is unchanged. Throws if a call fails.
 */
export const render = async (
  url: string,
  lang: Lang,
  read: CallReader,
  before?: RenderedPage,
): Promise<RenderedPage> => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  if (before && (await isCurrent(before, read))) return before
  const startedAt = Date.now()
  while (Date.now() - startedAt < renderTimeoutMs) {
    const head: Head = { title: null, description: null, data: null }
    renderIn(lang)
    const html = renderToString(
      <HeadContext value={head}>
        <QueryClientProvider client={client}>
          <StaticRouter location={url}>
            <Pages />
          </StaticRouter>
        </QueryClientProvider>
      </HeadContext>,
    )
    const cachedQueries = client.getQueryCache().getAll()
    const pendingQueries = cachedQueries.filter(
      ({ state, options }) => state.data === undefined && (options as { enabled?: boolean }).enabled !== false,
    )
    if (pendingQueries.length === 0 && !isPending(html)) {
      return {
        html,
        description: head.description,
        data: head.data,
        title: documentTitle(head.title, lang),
        answers: cachedQueries.flatMap(({ queryKey, state: { data } }) =>
          data === undefined ? [] : [[queryKey, data] as const],
        ),
      }
    }
    await Promise.all(
      pendingQueries.map(async ({ queryKey }) => client.setQueryData(queryKey, await answerTo(queryKey, read))),
    )
    await new Promise((resolve) => setTimeout(resolve, pendingQueries.length ? 0 : 5))
  }
  throw new Error(`${url} was not rendered within ${renderTimeoutMs} ms.`)
}
