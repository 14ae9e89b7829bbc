import { Link, useLocation, useParams } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { recommend } from '#contract/project/recommend.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { RecommendState } from '#web/recommend/recommend-state.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AsyncSection } from '../async-section.tsx'
import css from '../matter-table.module.css'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { newRecommendation, Recommendation } from './recommendation.tsx'

type Row = RowOf<typeof recommend>

const RecommendationRow = ({ of: row }: { of: Row }) => {
  const t = useLocalize()
  return (
    <tr>
      <td>
        <Link to={`/project/recommend/${row.id}`}>
          {row.projectName || t(['未命名的草稿', 'Draft without a name'])}
        </Link>
        {row.projectAddress ? <span>{row.projectAddress}</span> : null}
      </td>
      <td>
        <RecommendState state={row.recommendState} />
      </td>
      <td>{row.applyTime?.slice(0, 16) ?? '—'}</td>
    </tr>
  )
}

/** The recommendations of a declarant, newest first. */
const OwnRecommendations = () => {
  const t = useLocalize()
  const title = usePageTitle()
  // what the form has done before it led here
  const done = (useLocation().state as { done?: Text } | null)?.done
  const input = { current: usePageNumber(), size: 10, descs: 'update_time' }
  const list = useAnswer(recommend.calls.page, input, { staleTime: 0 })
  return (
    <div className={page.wide}>
      <div className="row wrap middle between gap-12">
        <h1>{t(title)}</h1>
        <Link className={buttonClass('main')} to={`/project/recommend/${newRecommendation}`}>
          {t(['推荐项目', 'Recommend a project'])}
        </Link>
      </div>
      {done ? <Notice tone="good" title={t(done)} live /> : null}
      <AsyncSection
        from={list}
        height={420}
        isEmpty={({ total }) => total === 0}
        none={[
          '还没有项目推荐。可以先存为草稿；提交后由平台审核，确认推荐后项目页面向社会公开。',
          'There is no recommendation yet. You can save a draft first. The platform reviews what you send; once it is confirmed, the project has a public page.',
        ]}
      >
        {(rows) => (
          <PagedList of={rows}>
            {(records) => (
              <table className={`${css.table} full-table`}>
                <thead>
                  <tr>
                    <th scope="col">{t(['项目名称', 'Project name'])}</th>
                    <th scope="col">{t(['推荐状态', 'Status'])}</th>
                    <th scope="col">{t(['申请时间', 'Applied at'])}</th>
                  </tr>
                </thead>
                <tbody>
                  {records.map((row) => (
                    <RecommendationRow key={row.id} of={row} />
                  ))}
                </tbody>
              </table>
            )}
          </PagedList>
        )}
      </AsyncSection>
    </div>
  )
}

/** The recommendations of a declarant, or that of the address: of the portal, or of a process, which ends with the row. */
export const Recommend = () => {
  const { id, '*': ofProcess } = useParams()
  const rowId = ofProcess?.startsWith('form/') ? newRecommendation : (id ?? ofProcess?.split('/').at(-1))
  return rowId ? <Recommendation id={rowId} /> : <OwnRecommendations />
}
