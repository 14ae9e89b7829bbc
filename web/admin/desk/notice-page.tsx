import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { notice } from '#contract/desk/notice.ts'
import { noticeAt } from '#contract/desk/notice-places.ts'
import { messages } from '#contract/inbox/message.ts'
import type { OutOf } from '#contract/kit/call.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { RichText } from '#web/base/page/rich-text.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './notice-page.module.css'

type ReleasedNotice = OutOf<typeof notice.calls.released> & { readonly categoryName?: string | null }

/** Marks an opened notice as read; if the request fails, the bell still counts it. */
const markRead = async (id: string): Promise<void> => {
  await ask(notice.calls.read, { ids: id })
  await invalidate(messages.overview.path, messages.list.path)
}

const Sheet = ({ title, categoryName, releaseTime, content }: ReleasedNotice) => {
  const t = useLocalize()
  useDocumentTitle([title, title])
  return (
    <article className={css.sheet}>
      <header>
        <h1>{title}</h1>
        <p>
          {categoryName ? <Tag>{categoryName}</Tag> : null}
          <time>{t([`发布时间：${releaseTime.slice(0, 16)}`, `Released ${releaseTime.slice(0, 16)}`])}</time>
        </p>
      </header>
      {content ? <RichText html={content} /> : <p className="faint">{t(['（无正文）', '(No text)'])}</p>}
    </article>
  )
}

/** One notice, for every logged-in user: /desk/notice/:id. */
export const NoticePage = () => {
  const { id = '' } = useParams()
  const isDeclarant = useIsDeclarant()
  const query = useAnswer(notice.calls.released, { id })
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (isLoaded) void markRead(id).catch(() => {})
  }, [id, isLoaded])
  // their other pages are in the portal
  if (isDeclarant) return <Navigate to={noticeAt(id)} replace />
  return <QueryView from={query}>{(row) => <Sheet {...row} />}</QueryView>
}
