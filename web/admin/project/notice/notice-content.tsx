import { Link, useMatch } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { articleAt } from '#contract/news/place.ts'
import { type NoticeView, noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { ArticleView } from '#web/article/article-view.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { ScrolledTable } from '#web/ui/scrolled-table.tsx'
import { NoticeStateTag } from './public-notice.tsx'

const list = '/project/public-notice'
type Act = 'publish' | 'requestWithdrawal' | 'withdraw' | 'keepPublished'

/** Starts an act of the notice in its list, which asks before it acts. */
const ActLink = ({
  id,
  act,
  isMain = false,
}: {
  readonly id: string
  readonly act: Act
  readonly isMain?: boolean
}) => {
  const t = useLocalize()
  const { button } = publicNotice.calls[act]
  return button ? (
    <Link
      className={buttonClass(isMain ? 'main' : 'plain')}
      to={list}
      state={{ act: { entity: publicNotice.name, action: act, id } }}
    >
      {t(button.label)}
    </Link>
  ) : null
}

const actsOf = ({ state, isRequested }: { readonly state: number; readonly isRequested: boolean }): Act[] => {
  if (state === noticeStates.draft) return ['publish']
  if (state !== noticeStates.published) return []
  return isRequested ? ['withdraw', 'keepPublished'] : ['requestWithdrawal']
}

const otherFiles = (count: number): Text => [
  `另有 ${count} 件待发布公示，未列入本公告；重新保存公告即可列入。`,
  `${count} more wait for a notice and are not in this draft; save the draft again to add them.`,
]

const Files = ({ view, isDraft }: { readonly view: NoticeView; readonly isDraft: boolean }) => {
  const t = useLocalize()
  const otherStage: Text = isDraft ? ['已不在待公示状态', 'No longer waits for it'] : ['不在公示中', 'Not under notice']
  return (
    <section>
      <h2>{t(['公告中的申报', 'Declarations of the notice'])}</h2>
      <ScrolledTable label={t(['公告中的申报', 'Declarations of the notice'])}>
        <table>
          <thead>
            <tr>
              <th>{t(['项目名称', 'Project name'])}</th>
              <th>{t(['单位名称', 'Organisation'])}</th>
              <th>{t(['所在地', 'Place'])}</th>
            </tr>
          </thead>
          <tbody>
            {view.files.map(({ id, projectName, commpanyName, place, isCurrent }) => (
              <tr key={id}>
                <td>
                  <Link to={`/project/declaration/${id}`}>{projectName ?? id}</Link>{' '}
                  {isCurrent ? null : <Tag tone="ask">{t(otherStage)}</Tag>}
                </td>
                <td>{commpanyName}</td>
                <td lang="zh-CN">{place}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
    </section>
  )
}

const View = ({ id, view }: { readonly id: string; readonly view: NoticeView }) => {
  const t = useLocalize()
  const may = useMay()
  const isDraft = view.state === noticeStates.draft
  const acts = may('public_notice_publish') ? actsOf(view) : []
  const isOpen = (act: Act) => view.refusal === null || act === 'keepPublished' || act === 'requestWithdrawal'
  return (
    <>
      <PageHead
        title={['公示公告内容', 'Text of a notice']}
        extra={<NoticeStateTag of={{ noticeState: view.state, withdrawalBy: view.isRequested ? id : null }} />}
      >
        {acts.filter(isOpen).map((act, i) => (
          <ActLink key={act} id={id} act={act} isMain={i === 0 && act === 'publish'} />
        ))}
        {view.articleId ? (
          <a className={buttonClass()} href={articleAt(view.articleId)} target="_blank" rel="noreferrer">
            {t(['在门户中查看', 'Open in the portal'])}
          </a>
        ) : null}
        <Link className={buttonClass()} to={list}>
          {t(['返回列表', 'Back to the list'])}
        </Link>
      </PageHead>
      {view.refusal ? <Notice tone="ask" title={view.refusal} /> : null}
      {view.withdrawalReason ? (
        <Notice tone="ask" title={t(['撤销原因', 'Reason of the withdrawal'])}>
          <p>{view.withdrawalReason}</p>
        </Notice>
      ) : null}
      {view.others ? <Notice title={t(otherFiles(view.others))} /> : null}
      <ArticleView
        of={{
          title: view.title,
          createTime: view.publishedAt ?? t(['发布当日', 'the publication date']),
          source: view.organisation,
          connect: view.html,
        }}
      />
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
