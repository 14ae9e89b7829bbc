import type { Text } from '#contract/kit/text.ts'
import type { MatterTask } from '#contract/project/matter.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { taskAddress, useRouteOf } from '#web/base/page/process-address.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { MatterRowFrame } from './matter-row.tsx'
import { timeLeftOf } from './time-left.ts'

const stateOf = ({ isOpen, isConsulted }: MatterTask): readonly [Tone, Text] => {
  if (isConsulted) return ['ask', ['待提意见', 'To advise']]
  return isOpen ? ['ask', ['待签收', 'To be claimed']] : ['busy', ['待办理', 'To do']]
}

/** A task of a process: it leads to the page where it is claimed and handled, or where advice on it is given. */
export const TaskRow = ({ of: task, list }: { of: MatterTask; list?: string | undefined }) => {
  const t = useLocalize()
  const routeOf = useRouteOf()
  const { tone, words } = timeLeftOf(task)
  const route = routeOf(task.processKey, task.categoryKey)
  const { subject, taskName, processName, startUserName, createTime, dueTime } = task
  const [stateTone, state] = stateOf(task)
  return (
    <MatterRowFrame
      to={task.isConsulted ? `/project/declaration/${task.businessId}` : taskAddress(route, task)}
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
          <Tag tone={stateTone}>{t(state)}</Tag>
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
