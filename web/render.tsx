import { isDeepStrictEqual } from 'node:util'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { type Lang, localize } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { type Head, HeadContext } from './base/head.ts'
import { renderIn } from './base/language.ts'
import { pages } from './pages.tsx'
import { consolePatterns, lock, login, Pages } from './routes.tsx'

/**
 * Public pages that are read without scripts: the pattern of their address, the file that shows them, and those that come after
 * it, of which the styles are needed at once. They are the same components the browser goes on with; the server calls `render`
 * (server/portal/pages.ts).
 */
export const rendered: readonly (readonly [path: string, file: string, ...later: string[]])[] = [
  ['/Home', 'portal/home/home.tsx', 'portal/home/below.tsx'],
  ['/projectList/:title', 'portal/news/column.tsx'],
  ['/projectList1/:id', 'portal/news/column.tsx'],
  ['/projectDetails/:id', 'portal/project-details.tsx'],
  ['/projects', 'portal/projects/projects.tsx'],
  ['/lookUp', 'portal/look-up.tsx'],
  ['/technologicalProgress/:title', 'portal/news/progress.tsx'],
  ['/successfulCase/:title', 'portal/news/cases.tsx'],
  ['/evaluationService/:title', 'portal/service-guide/service-guide.tsx'],
  ['/productTesting/:title', 'portal/service-guide/service-guide.tsx'],
  ['/siteMap', 'portal/site-map.tsx'],
]

/** The patterns of every address there is, but for the page that says that there is none. */
export const addresses: readonly string[] = [
  ...['/', '/wel', lock, login],
  ...pages.map(({ path }) => path).filter((path) => path !== '/404'),
  ...consolePatterns,
]

export interface RenderedPage {
  readonly html: string
  readonly title: string
  readonly description: string | null
  readonly data: object | null
  /** What the page has read, by the keys under which the browser looks for it. */
  readonly answers: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/** Reads a call of the server itself: resolves to its data, throws what it refuses. */
export type CallReader = (path: string, input: object) => Promise<unknown>

/** A file on its way, or a page that waits for one. */
const isComing = (html: string) => html.includes('<!--$!-->') || html.includes('<!--$?-->')
/** Milliseconds within which a page has to be there. */
const renderTimeoutMs = 5000

const answerTo = ([path, input]: readonly unknown[], read: CallReader): Promise<unknown> =>
  read(String(path), typeof input === 'object' && input !== null ? input : {})

/** Whether all a page has read is still answered as it was. */
const isCurrent = async ({ answers }: RenderedPage, read: CallReader): Promise<boolean> => {
  const now = await Promise.all(answers.map(async ([key]) => [key, await answerTo(key, read)] as const))
  return isDeepStrictEqual(now, answers)
}

/**
 * Renders an address as a visitor sees it, in a language. Each pass is rendered at once and tells what it has still to read; so
 * a page needs no list of its calls. What was rendered before is given back itself as long as all it has read
 * is still answered so.
 * Throws where a call is refused.
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
    if (pendingQueries.length === 0 && !isComing(html)) {
      const product = localize(words.product, lang)
      return {
        html,
        description: head.description,
        data: head.data,
        title: head.title ? `${localize(head.title, lang)}-${product}` : product,
        answers: cachedQueries.flatMap(({ queryKey, state: { data } }) =>
          data === undefined ? [] : [[queryKey, data] as const],
        ),
      }
    }
    await Promise.all(
      pendingQueries.map(async ({ queryKey }) => client.setQueryData(queryKey, await answerTo(queryKey, read))),
    )
    await new Promise((turn) => setTimeout(turn, pendingQueries.length ? 0 : 5))
  }
  throw new Error(`${url} does not come to an end.`)
}
