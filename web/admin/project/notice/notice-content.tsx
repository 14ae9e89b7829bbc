import { Link, useMatch } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { type NoticeView, noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { NoticeActs, WithdrawalRequest } from './notice-acts.tsx'
import { NoticeStateTag } from './notice-state.tsx'

/** Loaded with the page: lists load no code of articles. */
const NoticeArticle = lazyComponent(async () => (await import('./notice-article.tsx')).NoticeArticle)

const otherFiles = (count: number): Text => [
  `另有 ${count} 件待发布公示，未列入本公告；重新保存公告即可列入。`,
  `${count} more wait for a notice and are not in this draft; save the draft again to add them.`,
]

const Files = ({ view, isDraft }: { readonly view: NoticeView; readonly isDraft: boolean }) => {
  const t = useLocalize()
  const otherStage: Text = isDraft ? ['已不在待公示状态', 'No longer waits for it'] : ['不在公示中', 'Not under notice']
  return (
    <section className="above-28">
      <h2>{t(['公告中的申报', 'Declarations of the notice'])}</h2>
      <ol className="stack gap-8 above-8">
        {view.files.map(({ id, projectName, isCurrent }) => (
          <li key={id}>
            <Link to={`/project/declaration/${id}`}>{projectName ?? id}</Link>{' '}
            {isCurrent ? null : <Tag tone="ask">{t(otherStage)}</Tag>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const View = ({ id, view }: { readonly id: string; readonly view: NoticeView }) => {
  const t = useLocalize()
  const isDraft = view.state === noticeStates.draft
  return (
    <>
      <PageHead
        title={[view.title, view.title]}
        extra={<NoticeStateTag of={{ noticeState: view.state, withdrawalBy: view.isRequested ? id : null }} />}
      >
        <NoticeActs id={id} of={view} />
        {view.address ? (
          <a className={buttonClass()} href={view.address} target="_blank" rel="noreferrer">
            {t(['在门户中查看', 'Open in the portal'])}
          </a>
        ) : null}
      </PageHead>
      <div className="stack gap-8 below-12">
        {view.refusal ? <Notice tone="ask" title={view.refusal} /> : null}
        {view.withdrawalReason ? (
          <Notice tone="ask" title={t(['撤销原因', 'Reason of the withdrawal'])}>
            <p>{view.withdrawalReason}</p>
          </Notice>
        ) : null}
        {view.others ? <Notice title={t(otherFiles(view.others))} /> : null}
      </div>
      <NoticeArticle of={view} />
      <WithdrawalRequest id={id} of={view} />
      <Files view={view} isDraft={isDraft} />
    </>
  )
}

/** A public notice as visitors read it, with its declarations, for who publishes it. */
export const NoticePage = () => {
  const id = useMatch('/project/public-notice/:id')?.params.id ?? ''
  const answer = useAnswer(publicNotice.calls.read, { id }, { staleTime: 0 })
  return <QueryView from={answer}>{(view) => <View key={id} id={id} view={view} />}</QueryView>
}
