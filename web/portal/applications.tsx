import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OutOf, Page } from '#contract/kit/call.ts'
import { kitTerms } from '#contract/kit/kit-terms.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isWithDeclarant } from '#contract/project/stages.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useDeclarantRoles } from '#web/base/api/declarant.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { type Counted, formatTotal } from '#web/base/page/number.ts'
import { QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import css from './matter-table.module.css'
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

const ApplicationTable = ({ of }: { of: Counted & { readonly records: readonly Row[] } }) => {
  const t = useLocalize()
  return (
    <table className={`${css.table} full-table`}>
      <caption className="hidden-words">{t([`共 ${formatTotal(of)} 项`, `${formatTotal(of)} in total`])}</caption>
      <thead>
        <tr>
          <th scope="col">{t(['项目名称', 'Project name'])}</th>
          <th scope="col">{t(['申报编号', 'Declaration no.'])}</th>
          <th scope="col">{t(kitTerms.status)}</th>
          <th scope="col">{t(kitTerms.updatedAt)}</th>
        </tr>
      </thead>
      <tbody>
        {of.records.map((row) => (
          <ApplicationRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const PageLinks = ({ current, pages }: { current: number; pages: number }) => {
  const t = useLocalize()
  return (
    <nav className="row centre gap-24" aria-label={t(['翻页', 'Pages'])}>
      {current > 1 ? <Link to={`?current=${current - 1}`}>{t(['上一页', 'Previous page'])}</Link> : null}
      <span>
        {current} / {pages}
      </span>
      {current < pages ? <Link to={`?current=${current + 1}`}>{t(['下一页', 'Next page'])}</Link> : null}
    </nav>
  )
}

/** An operator fills in a section of the declarations that invite it; these come first, by their deadlines. */
const InvitedSection = () => {
  const t = useLocalize()
  const waiting = useAnswer(declaration.calls.waiting, { declareStatus: 5, size: 50 } as object, { staleTime: 0 })
  return (
    <section className={css.section}>
      <h2>{t(['待我填写', 'For me to fill in'])}</h2>
      <QueryView from={waiting}>
        {(invited) =>
          invited.records.length ? (
            <ApplicationTable of={invited} />
          ) : (
            <p className="muted large">{t(['目前没有企业邀请您填写。', 'No enterprise invites you at present.'])}</p>
          )
        }
      </QueryView>
    </section>
  )
}

/** The declarations of others in which an operator takes part, and its own if it has some. */
const OperatorLists = ({ current }: { current: number }) => {
  const t = useLocalize()
  const others = useAnswer(declaration.calls.byParty, { party: 'operator', current, size }, { staleTime: 0 })
  const own = useAnswer(declaration.calls.byParty, { party: 'owner', current: 1, size: 50 }, { staleTime: 0 })
  return (
    <>
      <InvitedSection />
      <section className={css.section}>
        <h2>{t(['我参与的项目', 'My projects'])}</h2>
        <QueryView from={others}>
          {(rows) => (
            <PagedTable
              rows={rows}
              current={current}
              none={t(['还没有参与的项目。', 'You do not take part in a project yet.'])}
            />
          )}
        </QueryView>
      </section>
      {own.data?.total ? (
        <section className={css.section}>
          <h2>{t(['本单位的申报', 'Declarations of my organisation'])}</h2>
          <ApplicationTable of={own.data} />
        </section>
      ) : null}
    </>
  )
}

/** The declarations of an enterprise, newest first. */
const OwnList = ({ current }: { current: number }) => {
  const t = useLocalize()
  const list = useAnswer(declaration.calls.page, { current, size, descs: 'update_time' }, { staleTime: 0 })
  return (
    <QueryView from={list}>
      {(rows) => (
        <PagedTable
          rows={rows}
          current={current}
          none={
            <>
              {t(['还没有申报。', 'No declarations yet. '])}
              <Link to="/addDeclare/project">{t(['查看申报条件', 'Check the eligibility criteria'])}</Link>
            </>
          }
        />
      )}
    </QueryView>
  )
}

interface PagedProps {
  readonly rows: Page<Row>
  readonly current: number
  readonly none: ReactNode
}

const PagedTable = ({ rows, current, none }: PagedProps) =>
  rows.records.length === 0 ? (
    <p className="muted large">{none}</p>
  ) : (
    <>
      <ApplicationTable of={rows} />
      {rows.pages > 1 ? <PageLinks current={current} pages={rows.pages} /> : null}
    </>
  )

/** The declarations the user is involved in: those of an enterprise; for an operator those that wait for it come first. */
export const Applications = () => {
  const t = useLocalize()
  const label = useApplicationsLabel()
  const isOperator = useDeclarantRoles().includes('operator')
  useDocumentTitle(label)
  const [search] = useSearchParams()
  const current = Math.max(1, Number(search.get('current')) || 1)
  return (
    <div className={page.wide}>
      <div className="row wrap middle between gap-12">
        <h1>{t(label)}</h1>
        <Link className={buttonClass('main')} to="/addDeclare/project">
          {t(['项目申报', 'Declare a project'])}
        </Link>
      </div>
      {isOperator ? <OperatorLists current={current} /> : <OwnList current={current} />}
    </div>
  )
}
