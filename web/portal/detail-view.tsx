import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type QueryState, QueryView, useDocumentTitle, usePageTitle } from '#web/base/page/page.tsx'
import page from './page.module.css'

const notFoundTitle: Text = ['内容不存在或已撤回', 'This content does not exist or has been withdrawn']

const NotFoundMessage = () => {
  const t = useLocalize()
  useDocumentTitle(notFoundTitle)
  return (
    <>
      <h1>{t(notFoundTitle)}</h1>
      <p>
        {t([
          '地址可能有误，或内容已由发布单位撤回。',
          'The address may be wrong, or the publisher has withdrawn the content.',
        ])}
      </p>
    </>
  )
}

interface Props<T> {
  readonly from: QueryState<T>
  /** Path of the list with similar items; `linkText` is the text of that link. */
  readonly more: string
  readonly linkText?: Text
  readonly children: (data: T) => ReactNode
}

/** A page about one item, with a link to more. An error 404 is displayed as "not found", also in the document title. */
export const DetailView = <T,>({
  from,
  more,
  linkText = ['查看更多政策与资讯', 'More policies and news'],
  children,
}: Props<T>) => {
  const t = useLocalize()
  const title = usePageTitle()
  const failed = from.data === undefined ? from.error : null
  return (
    <>
      {failed && failed.code !== 404 ? <h1>{t(title)}</h1> : null}
      {failed?.code === 404 ? <NotFoundMessage /> : <QueryView from={from}>{children}</QueryView>}
      {failed || from.data !== undefined ? (
        <p className={page.onward}>
          <Link to={more} className="tall-link">
            {t(linkText)}
          </Link>
        </p>
      ) : null}
    </>
  )
}
