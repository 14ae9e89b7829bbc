import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { stageOf } from '#contract/project/stages.ts'
import type { Figures } from '#contract/project/status.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { useUser } from '#web/base/session.ts'
import { PageHead } from '../crud/page-head.tsx'
import { entriesOf, leavesOf } from '../shell/menu-entries.ts'
import { useMenus } from '../shell/use-menus.ts'
import { Declarant } from './declarant.tsx'
import css from './desk.module.css'
import { Section } from './section.tsx'
import { listAt, Task, Tasks } from './tasks.tsx'

const desk: Text = ['工作台', 'Workbench']

/** All visible declarations by stage: a count, and its share as a bar. */
const Stages = ({ figures }: { figures: Figures }) => {
  const t = useLocalize()
  const stages = figures.byStage.filter(({ value }) => value > 0).toSorted((one, other) => one.status - other.status)
  const maxValue = Math.max(1, ...stages.map(({ value }) => value))
  const total = stages.reduce((sum, { value }) => sum + value, 0)
  if (stages.length === 0) return null
  return (
    <Section title={['申报进展', 'Declarations by stage']} extra={t([`共 ${total} 件`, `${total} in all`])}>
      <ul className={css.stages}>
        {stages.map(({ status, value }) => (
          <li key={status}>
            <Link to={listAt(status)} className={css.stage}>
              <span>{t(stageOf(status).name)}</span>
              <span className={css.bar} data-tone={stageOf(status).tone} aria-hidden="true">
                <i style={{ width: `${(value / maxValue) * 100}%` }} />
              </span>
              <b>{value.toLocaleString('zh-CN')}</b>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const LibrarySection = ({ value }: { value: number }) => {
  const t = useLocalize()
  return (
    <Section title={['项目库', 'Project library']}>
      <ul className={css.tasks}>
        <Task to="/project/library" value={value} label={t(['已入库项目', 'Listed projects'])} />
      </ul>
    </Section>
  )
}

/** The first page of a session: what waits for the user, and the figures of the rows they may see. */
export const Desk = () => {
  const t = useLocalize()
  const person = useUser()
  const menus = useMenus().data
  const codes = leavesOf(entriesOf(menus ?? [])).map(({ code }) => code)
  const counts = codes.includes('declaration') || codes.includes('library')
  const statistics = useAnswer(declaration.calls.statistics, {}, { enabled: counts })
  const greeting = t([`${person?.real_name ?? ''}，您好`, `Welcome, ${person?.real_name ?? ''}`])
  return (
    <>
      <PageHead title={desk} extra={greeting} />
      {counts ? (
        <QueryView from={statistics}>
          {(figures) => (
            <div className={css.desk}>
              <div>
                <Tasks figures={figures} />
                <Declarant />
              </div>
              <div>
                {codes.includes('declaration') ? <Stages figures={figures} /> : null}
                {codes.includes('library') ? <LibrarySection value={figures.listed} /> : null}
              </div>
            </div>
          )}
        </QueryView>
      ) : (
        <Tasks figures={null} />
      )}
    </>
  )
}
