import { Link } from 'react-router'
import { type MyMatters as Matters, myMatters } from '#contract/project/my-matters.ts'
import { template } from '#contract/project/template.ts'
import type { MenuNode } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { menusCall } from '#web/base/login/early-menus.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { MatterRow, MatterRows } from '#web/declaration/matter-row.tsx'
import { TaskRow } from '#web/declaration/task-row.tsx'
import page from '../page.module.css'
import { DocumentList } from './document-list.tsx'
import { MessageList } from './message-list.tsx'
import css from './my-matters.module.css'
import { nextStepOf } from './next-step.ts'
import { NextStepCard } from './next-step-card.tsx'
import { Part } from './part.tsx'

/** What waits for the reader besides declarations, such as a returned recommendation. */
const TaskList = ({ tasks: { records, total } }: Pick<Matters, 'tasks'>) => {
  const t = useLocalize()
  if (total === 0) return null
  return (
    <Part name="tasks" title={['待办事务', 'To do']} extra={<span>{t([`共 ${total} 件`, `${total} in all`])}</span>}>
      <MatterRows>
        {records.map((task) => (
          <TaskRow key={task.taskId} of={task} />
        ))}
      </MatterRows>
    </Part>
  )
}

const DeclarationList = ({ declarations, total }: Pick<Matters, 'declarations' | 'total'>) => {
  const t = useLocalize()
  return (
    <Part
      name="declarations"
      title={useApplicationsLabel()}
      extra={total ? <span>{t([`共 ${total} 件`, `${total} in all`])}</span> : null}
      isEmpty={total === 0}
      none={[
        '还没有申报。开始申报后，这里会列出每件申报的状态和办理时限。',
        'No declarations yet. Once you start one, its stage and its deadline appear here.',
      ]}
    >
      <MatterRows>
        {declarations.map((one) => (
          <MatterRow key={one.id} of={one} to={`/projectDetails/${one.id}`} isWaiting={one.isWaiting} />
        ))}
      </MatterRows>
      {total > declarations.length ? (
        <p className="above-12">
          <Link to="/projectApplication/project">{t([`查看全部 ${total} 件`, `See all ${total}`])}</Link>
        </p>
      ) : null}
    </Part>
  )
}

const hasMenu = (nodes: readonly MenuNode[] | null | undefined, wanted: string): boolean =>
  nodes?.some(({ code, children }) => code === wanted || hasMenu(children, wanted)) ?? false

/** The first page of an enterprise or an operator: the next step, the state of the declarations, messages and files. */
export const MyMatters = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const menus = useAnswer(menusCall, {}, { staleTime: 60_000 })
  const name = useUser()?.real_name ?? ''
  const matters = useAnswer(myMatters.read, {}, { staleTime: 0 })
  const opening = useAnswer(template.calls.IsEnabledTemplate, {}, { staleTime: 0 })
  return (
    <div className={page.wide}>
      <div className={css.head}>
        <h1>{t(title)}</h1>
        <span>{t([`${name}，您好`, `Welcome, ${name}`])}</span>
        {hasMenu(menus.data, 'private_network') ? (
          <Link to="/project/private-network">{t(['5G专网', '5G private networks'])}</Link>
        ) : null}
        {hasMenu(menus.data, 'recommend') ? (
          <Link to="/project/recommend">{t(['项目推荐', 'Recommendations'])}</Link>
        ) : null}
      </div>
      <QueryView from={matters}>
        {({ declarations, total, tasks, messages, notices, files }) => (
          <>
            <QueryView from={opening}>
              {(availability) => <NextStepCard step={nextStepOf(declarations, tasks.records, availability)} />}
            </QueryView>
            <TaskList tasks={tasks} />
            <div className={css.parts}>
              <DeclarationList declarations={declarations} total={total} />
              <MessageList messages={messages} notices={notices} />
              <DocumentList declarations={declarations} files={files} />
            </div>
          </>
        )}
      </QueryView>
    </div>
  )
}
