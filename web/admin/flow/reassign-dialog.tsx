import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { type FlowStep, flowProcess } from '#contract/flow/flow-process.ts'
import { choice } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import { RecordModal } from '../dialog/record-modal.tsx'
import { PersonPicker } from '../pickers/person-picker.tsx'

export const reassignWords: Text = ['改派', 'Reassign']
export const reassignDialog = 'reassign'

export interface ReassignOf {
  readonly processInstanceId: string
  readonly name: string
}

const { userId, reason } = flowFollow.actions.reassignTask.input

const taskField = (tasks: readonly FlowStep[]) =>
  choice(...consoleWords.task, {
    required: true,
    message: ['请选择任务', 'Choose a task'],
    choices: tasks.map(({ taskId, historyActivityName: name, assigneeName }) => {
      const title = name ?? ''
      const words: Text = assigneeName ? [`${title}（${assigneeName}）`, `${title} (${assigneeName})`] : [title, title]
      return [taskId ?? '', words] as const
    }),
  })

/** Offers the people who may be given the task that is chosen, which `taskId` reads. */
const peopleFor =
  (taskId: () => string): Control =>
  (props) => {
    const id = taskId()
    return (
      <PersonPicker {...props} disabled={props.disabled || !id} from={flowFollow.calls.people} input={{ taskId: id }} />
    )
  }

/** The picker of people, and the fields from whose values it learns the task. */
const usePeople = (): FormOptions => {
  const [options] = useState<FormOptions>(() => {
    let taskId = ''
    return {
      controls: { userId: peopleFor(() => taskId) },
      fields: (fields, values) => {
        taskId = String(values.taskId ?? '')
        return fields
      },
    }
  })
  return options
}

interface Props {
  readonly of: ReassignOf
  readonly close: () => void
}

/** Gives an open task of an instance to another person, with a reason. */
export const ReassignDialog = ({ of, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const { processInstanceId, name } = of
  const formOptions = usePeople()
  const history = useFreshQuery(flowProcess.historyFlowList, { processInstanceId })
  const title = `${t(reassignWords)} · ${name}`
  const tasks = (history.data ?? []).filter(({ taskId, endTime }) => taskId && !endTime)
  if (!history.data || tasks.length === 0)
    return (
      <RecordModal title={title} width={520} close={close}>
        <QueryView from={history}>
          {() => <p>{t(['该流程没有在办任务', 'No task of this process is open'])}</p>}
        </QueryView>
      </RecordModal>
    )
  const send = async (value: FormValues) => {
    await ask(flowFollow.calls.reassignTask, {
      taskId: String(value.taskId),
      userId: String(value.userId),
      reason: String(value.reason),
    })
    toaster.success(t(['改派成功', 'Reassigned']))
    void invalidate(flowFollow.path)
  }
  return (
    <FormDialog
      title={title}
      parts={[{ label: reassignWords, fields: { taskId: taskField(tasks), userId, reason } }]}
      initial={{ taskId: tasks.length === 1 ? tasks[0]?.taskId : null }}
      form={{ name: `reassign-${processInstanceId}`, opened: { dialog: reassignDialog, of } }}
      mode="new"
      formOptions={formOptions}
      note={t(['任务改由所选人员办理，原因记入办理记录。', 'The task goes to this person; the reason is recorded.'])}
      ok={t(reassignWords)}
      send={send}
      close={close}
    />
  )
}
