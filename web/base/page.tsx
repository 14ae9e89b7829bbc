import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import type { Failure } from './caller.ts'
import { CopyButton } from './copy-button.tsx'
import { type Head, HeadContext } from './head.ts'
import { setTitle, useLang, useLocalize } from './language.ts'
import css from './page.module.css'

/** The title of the page's route, as web/pages.tsx gives it; null where no route names the page. */
export const PageTitleContext = createContext<Text | null>(null)
export const usePageTitle = (otherwise: Text = words.product): Text => useContext(PageTitleContext) ?? otherwise

/** Says more in the browser's title than the route does, or what a screen is that has no route of its own. */
export const useDocumentTitle = (title: Text): void => {
  const lang = useLang()
  const head = useContext(HeadContext)
  if (head) head.title = title
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pair with the same words is the same title
  useEffect(() => setTitle(title), [title[0], title[1], lang])
}

/** Tells what reads the source of a page more than its title: what it is about, in words and as structured data. */
export const useAbout = (about: Pick<Head, 'description' | 'data'>): void => {
  const head = useContext(HeadContext)
  if (head) Object.assign(head, about)
}

export interface QueryState<T> {
  readonly data: T | undefined
  readonly error: Failure | null
  readonly refetch: () => unknown
}

/**
 * Waits for an answer, in each state something else: waiting, not allowed, gone, failed with another try, or what came. Where it
 * was there and is refused when it is read again, the refusal says so.
 */
export const QueryView = <T,>({ from, children }: { from: QueryState<T>; children: (data: T) => ReactNode }) => {
  const t = useLocalize()
  if (from.data !== undefined)
    return (
      <StaleData error={from.error} retry={from.refetch}>
        {children(from.data)}
      </StaleData>
    )
  if (!from.error) return <LoadingNotice words={t(words.loading)} />
  return <ErrorState error={from.error} retry={from.refetch} />
}

/** Not reached is no refusal: what is there can still be used. */
const isRefusal = (error: Failure | null): boolean => error !== null && error.code !== 0 && error.code !== 503

interface StaleDataProps {
  /** Why it could not be read again, if it could not. */
  readonly error: Failure | null
  readonly retry: () => unknown
  readonly children: ReactNode
}

/** What was read before, as it is: below the words of a refusal it is only to be looked at. */
export const StaleData = ({ error, retry, children }: StaleDataProps) => {
  const isOut = isRefusal(error)
  return (
    <>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      <div className={isOut ? css.out : 'answered'} inert={isOut}>
        {children}
      </div>
    </>
  )
}

/** Why something cannot be shown, in words, and what can be done. */
export const ErrorState = ({ error, retry }: { error: Failure; retry?: () => unknown }) => {
  const t = useLocalize()
  if (error.code === 403)
    return (
      <Notice tone="ask" title={t(['没有查看权限', 'No permission to see this'])} live>
        <p>{t(['如需查看，请联系管理员为您的角色授权。', 'Ask an administrator to grant it to your role.'])}</p>
      </Notice>
    )
  return (
    <Notice tone="bad" title={error.message} live>
      {error.requestId && error.code !== 404 ? (
        <p>
          {t(['请求编号', 'Request'])} <code>{error.requestId}</code> <CopyButton text={error.requestId} />
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
