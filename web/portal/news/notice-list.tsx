import { Link } from 'react-router'
import { noticeAt } from '#contract/desk/notice-places.ts'
import { releasedNotices } from '#contract/portal/released-notices.ts'
import { Source } from '#web/article/source.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useAbout, useDocumentTitle, usePageTitle } from '#web/base/page/page.tsx'
import { Tag } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { useKeyword } from './list-search.tsx'
import css from './release-rows.module.css'
import { SearchableList } from './searchable-list.tsx'

/** Rendered before the list, which is empty at first, so that the list can add its page number to the title of the document. */
const Heading = () => {
  const t = useLocalize()
  const title = usePageTitle()
  useDocumentTitle(title)
  return <h1>{t(title)}</h1>
}

/** Released notices, newest first: for visitors the public ones. */
export const NoticeList = () => {
  const t = useLocalize()
  const keyword = useKeyword()
  const notices = useAnswer(releasedNotices.list, { current: usePageNumber(), size: 10, keyword })
  const lead = t(['平台发布的通知与公告。', 'Notices of the platform.'])
  useAbout({ description: lead, data: null })
  return (
    <div className={page.wide}>
      <Heading />
      <p className="muted large">{lead}</p>
      <SearchableList from={notices}>
        {(results) => (
          <PagedList of={results}>
            {(records) => (
              <ul className={css.rows}>
                {records.map(({ id, title: name, releaseTime, ...row }) => (
                  <li key={id} lang="zh-CN">
                    <h2 className={css.title}>
                      <Link to={noticeAt(id)} className="hover-underline">
                        {name}
                      </Link>
                    </h2>
                    <Tag>{(row as { categoryName?: string | null }).categoryName}</Tag>
                    <Source of={{ createTime: releaseTime, source: null }} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        )}
      </SearchableList>
    </div>
  )
}
