import type { MatterTask } from '#contract/project/matter.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { taskAddress, useRouteOf } from '#web/base/page/process-address.ts'
import { Tag } from '#web/ui/notice.tsx'
import { MatterRowFrame } from './matter-row.tsx'
import { timeLeftOf } from './time-left.ts'

/** A task of a process: it leads to the page where it is claimed and handled. */
export const TaskRow = ({ of: task, list }: { of: MatterTask; list?: string | undefined }) => {
  const t = useLocalize()
  const routeOf = useRouteOf()
  const { tone, words } = timeLeftOf(task)
  const route = routeOf(task.processKey, task.categoryKey)
  const { subject, taskName, processName, startUserName, isOpen, createTime, dueTime } = task
  return (
    <MatterRowFrame
      to={taskAddress(route, task)}
      list={list}
      title={subject || processName}
      details={
        <Facts
          of={[
            [['流程', 'Process'], subject ? processName : null],
            [['环节', 'Step'], taskName],
            [['发起人', 'Started by'], startUserName],
          ]}
        />
      }
      state={
        <>
          <Tag tone={isOpen ? 'ask' : 'busy'}>{t(isOpen ? ['待签收', 'To be claimed'] : ['待办理', 'To do'])}</Tag>
          <p className="muted small">{t([`自 ${createTime.slice(0, 10)} 起`, `since ${createTime.slice(0, 10)}`])}</p>
        </>
      }
      urgency={
        <>
          <Tag tone={tone}>{t(words)}</Tag>
          {dueTime ? (
            <p className="muted small">{t([`截止 ${dueTime.slice(0, 16)}`, `due ${dueTime.slice(0, 16)}`])}</p>
          ) : null}
        </>
      }
    />
  )
}
