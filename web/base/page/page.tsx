import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import type { Failure } from '../api/caller.ts'
import { setTitle, useLocalize } from '../api/language.ts'
import { type Head, HeadContext } from './document-head.ts'
import css from './page.module.css'
import { useWaitingWords } from './waiting-words.ts'

/** The title of the route in web/pages.tsx; null if no route has a title. */
export const PageTitleContext = createContext<Text | null>(null)
export const usePageTitle = (otherwise: Text = words.product): Text => useContext(PageTitleContext) ?? otherwise

/** Sets the browser's title where it differs from the route's, or for a screen without its own route. */
export const useDocumentTitle = (title: Text): void => {
  const [chinese, english] = title
  const head = useContext(HeadContext)
  if (head) head.title = title
  // by its texts, since most callers create the pair anew in each render
  useEffect(() => setTitle([chinese, english]), [chinese, english])
}

/** Adds a description and structured data to the server-rendered page. */
export const useAbout = (about: Pick<Head, 'description' | 'data'>): void => {
  const head = useContext(HeadContext)
  if (head) Object.assign(head, about)
}

/** Few see a fault, so it is loaded with one; without it the number can still be selected. */
const CopyButton = lazyComponent(
  async () => (await import('./copy-button.tsx').catch(() => null))?.CopyButton ?? (() => null),
)

const DeniedNotice = lazyComponent(async () => (await import('./denied-notice.tsx')).DeniedNotice)

/** Takes the place of content that is loading; after five seconds it says so in a sentence. */
export const Loading = () => <LoadingNotice words={useWaitingWords()} />

export interface QueryState<T> {
  readonly data: T | undefined
  readonly error: Failure | null
  readonly refetch: () => unknown
}

/**
 * Renders each state of a query: loading, forbidden, not found, failed with a retry button, or its data. If a reload fails, the
 * error appears above the earlier data.
 */
export const QueryView = <T,>({ from, children }: { from: QueryState<T>; children: (data: T) => ReactNode }) => {
  if (from.data !== undefined)
    return (
      <StaleData error={from.error} retry={from.refetch}>
        {children(from.data)}
      </StaleData>
    )
  if (!from.error) return <Loading />
  return <ErrorState error={from.error} retry={from.refetch} />
}

/** If the server was not reached or is busy, the earlier data can still be used. */
const isRefusal = (error: Failure | null): boolean => error !== null && error.code !== 0 && error.code !== 503

interface StaleDataProps {
  /** Error of the last reload, if any. */
  readonly error: Failure | null
  readonly retry: () => unknown
  readonly children: ReactNode
}

/** Shows earlier data below the error of a reload; inert if the server refused. */
export const StaleData = ({ error, retry, children }: StaleDataProps) => {
  const isOut = isRefusal(error)
  return (
    <>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      <div className={isOut ? css.out : 'loaded-content'} inert={isOut}>
        {children}
      </div>
    </>
  )
}

/** Shows why something cannot be displayed, and what the reader can do. */
export const ErrorState = ({ error, retry }: { error: Failure; retry?: () => unknown }) => {
  const t = useLocalize()
  if (error.code === 403) return <DeniedNotice message={error.message} />
  return (
    <Notice tone="bad" title={error.message} live>
      {error.requestId && error.code !== 404 ? (
        <p>
          {t(['请求标识', 'Request ID'])} <code>{error.requestId}</code> <CopyButton text={error.requestId} />
        </p>
      ) : null}
      {retry && error.code !== 404 ? (
        <Button kind="link" onClick={() => retry()}>
          {t(words.retry)}
        </Button>
      ) : null}
    </Notice>
  )
}
