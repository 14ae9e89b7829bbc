import type { MyMatters } from '#contract/project/my-matters.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { MatterRows } from '#web/declaration/matter-row.tsx'
import { TaskRow } from '#web/declaration/task-row.tsx'
import { Part } from './part.tsx'

/** What waits for the reader besides declarations, such as a returned recommendation. */
export const TaskList = ({ tasks: { records, total } }: Pick<MyMatters, 'tasks'>) => {
  const t = useLocalize()
  if (total === 0) return null
  return (
    <Part name="tasks" title={['待办事务', 'Tasks']} extra={<span>{t([`共 ${total} 件`, `${total} in all`])}</span>}>
      <MatterRows>
        {records.map((task) => (
          <TaskRow key={task.taskId} of={task} />
        ))}
      </MatterRows>
    </Part>
  )
}
