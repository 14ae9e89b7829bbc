import { Link, useSearchParams } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isWithDeclarant } from '#contract/project/stages.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView, usePageTitle } from '#web/base/page.tsx'
import { useUser } from '#web/base/session.ts'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import css from './applications.module.css'
import page from './page.module.css'

const size = 10

type Row = OutOf<typeof declaration.calls.page>['records'][number]

const ApplicationRow = ({ row }: { row: Row }) => {
  const t = useLocalize()
  const user = useUser()
  const stage = row.declareStatus as number | null
  return (
    <tr>
      <td>
        <Link to={isWithDeclarant(stage) ? `/addDeclare/project?id=${row.id}` : `/projectDetails/${row.id}`}>
          {row.projectName || t(['未命名项目', 'Untitled project'])}
        </Link>
        {row.commpanyName === user?.real_name ? null : <span>{row.commpanyName}</span>}
      </td>
      <td>{row.declareNo ?? '—'}</td>
      <td>
        <StageTag code={stage} name={row.stageName} nameEn={row.stageNameEn} />
      </td>
      <td>{row.updateTime?.slice(0, 16)}</td>
    </tr>
  )
}

const ApplicationTable = ({ rows, total }: { rows: readonly Row[]; total: number }) => {
  const t = useLocalize()
  return (
    <table className={css.table}>
      <caption className="hidden-words">{t([`共 ${total} 项`, `${total} in total`])}</caption>
      <thead>
        <tr>
          <th scope="col">{t(['项目名称', 'Project'])}</th>
          <th scope="col">{t(['申报编号', 'Declaration number'])}</th>
          <th scope="col">{t(['状态', 'Stage'])}</th>
          <th scope="col">{t(['更新时间', 'Updated'])}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ApplicationRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const PageLinks = ({ current, pages }: { current: number; pages: number }) => {
  const t = useLocalize()
  return (
    <nav className={css.pages} aria-label={t(['翻页', 'Pages'])}>
      {current > 1 ? <Link to={`?current=${current - 1}`}>{t(['上一页', 'Previous'])}</Link> : null}
      <span>
        {current} / {pages}
      </span>
      {current < pages ? <Link to={`?current=${current + 1}`}>{t(['下一页', 'Next'])}</Link> : null}
    </nav>
  )
}

/** The declarations the user is involved in, newest first. */
export const Applications = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const [search] = useSearchParams()
  const current = Math.max(1, Number(search.get('current')) || 1)
  const list = useAnswer(declaration.calls.page, { current, size, descs: 'update_time' }, { staleTime: 0 })
  return (
    <div className={page.wide}>
      <div className={css.head}>
        <h1>{t(title)}</h1>
        <Link className={buttonClass('main')} to="/addDeclare/project">
          {t(['项目申报', 'Declare a project'])}
        </Link>
      </div>
      <QueryView from={list}>
        {({ records, total, pages }) =>
          records.length === 0 ? (
            <p className={page.lead}>
              {t(['还没有申报。', 'No declarations yet. '])}
              <Link to="/addDeclare/project">{t(['查看申报条件', 'Check the eligibility criteria'])}</Link>
            </p>
          ) : (
            <>
              <ApplicationTable rows={records} total={total} />
              {pages > 1 ? <PageLinks current={current} pages={pages} /> : null}
            </>
          )
        }
      </QueryView>
    </div>
  )
}
