import { noticesPath } from '#contract/desk/notice-places.ts'
import type { OutOf } from '#contract/kit/call.ts'
import { releasedNotices } from '#contract/portal/released-notices.ts'
import { ArticleView } from '#web/article/article-view.tsx'
import { plainTextOf } from '#web/article/parse-rich-text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useAbout, useDocumentTitle } from '#web/base/page/page.tsx'
import { DetailView } from '../detail-view.tsx'
import page from '../page.module.css'
import { useId } from '../search-params.ts'
import { ArticleTools, useArticleSize } from './article-tools.tsx'

type Released = OutOf<typeof releasedNotices.detail>

const Text = ({ of: { title, releaseTime, content } }: { of: Released }) => {
  const [size, choose] = useArticleSize()
  useDocumentTitle([title, title])
  useAbout({ description: plainTextOf(content ?? '').slice(0, 120) || title, data: null })
  return (
    <ArticleView
      of={{ title, createTime: releaseTime, source: null, connect: content ?? '' }}
      size={size}
      tools={<ArticleTools size={size} choose={choose} />}
    />
  )
}

/** A released notice. */
export const NoticeArticle = () => {
  const id = useId()
  const released = useAnswer(releasedNotices.detail, { id })
  return (
    <div className={page.narrow}>
      <DetailView from={released} more={noticesPath} linkText={['查看全部通知公告', 'All notices']}>
        {(item) => <Text of={item} />}
      </DetailView>
    </div>
  )
}
