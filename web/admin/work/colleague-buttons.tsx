import { useState } from 'react'
import { flowProcess, type OpenTask } from '#contract/flow/flow-process.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { Text } from '#contract/kit/text.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { askWithMessage, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import { PeoplePicker } from '../pickers/people-picker.tsx'
import { PersonPicker } from '../pickers/person-picker.tsx'
import { type ClaimedTask, nameOfTask } from './use-claim.ts'

const { transferTask, transferPeople, copyTask, copyPeople, consult, advisers } = workTodo.calls
const { transferTask: transfer, copyTask: copy, consult: consultation } = workTodo.actions

/** Addresses whose answers change: of tasks, and of the history of a declaration. */
const readPaths = [
  '/api/caict-flow/work',
  flowProcess.modelView.path,
  flowProcess.ownTasks.path,
  '/api/caict-porject/ProjectInformation/getStatus',
  ...deskPaths,
]

/** What colleagues are chosen for: to have the task, to know of its matter, or to advise. */
const acts = {
  transfer: {
    label: ['转办', 'Pass on'],
    fields: { userId: transfer.input.userId, reason: transfer.input.reason },
    people: transferPeople,
    call: transferTask,
    note: [
      '转办后任务由所选人员办理，您不再持有；只列出本可签收此任务的人员。转办记入办理过程。',
      'The colleague has the task then, and you no longer do. Only people who could claim it themselves are listed. The history says who passed it on.',
    ],
  },
  copy: {
    label: copyTask.label,
    fields: { userId: copy.input.userId, reason: copy.input.reason },
    people: copyPeople,
    call: copyTask,
    note: [
      '所选人员收到消息，可查看此事项，不参与办理；只列出本可查看此事项的人员。',
      'The colleague gets a message and can look at the matter, and has nothing to do. Only people who see it anyway are listed.',
    ],
  },
  consult: {
    label: consult.label,
    fields: { userIds: consultation.input.userIds, reason: consultation.input.reason },
    people: advisers,
    call: consult,
    note: [
      '所选人员提出的意见供您参考，不替代您的决定，也不影响您先行办理；任务办结时未答复的加签自动关闭。申报单位看不到加签及意见。只列出本可查看此事项且无须回避的人员。',
      'Their advice decides nothing, and you need not wait for it; what is unanswered when the task ends is closed. The declarant reads none of it. Only people who see the matter anyway and have no part in it are listed.',
    ],
  },
} as const satisfies Record<string, { label: Text; note: Text; fields: object; people: object; call: object }>

interface Props {
  readonly task: ClaimedTask
  readonly act: keyof typeof acts
}

const ColleagueButton = ({ task, act }: Props) => {
  const { label, fields, people, call, note } = acts[act]
  const t = useLocalize()
  const toaster = useToaster()
  const { taskId } = task
  const [isOpen, setOpen] = useState(false)
  const [formOptions] = useState<FormOptions>(() => ({
    controls: {
      userId: (props) => <PersonPicker {...props} from={people} input={{ taskId }} />,
      userIds: (props) => <PeoplePicker {...props} from={people} input={{ taskId }} />,
    },
  }))
  const send = async (value: FormValues) => {
    const input = { ...value, taskId, reason: String(value.reason ?? '') }
    toaster.success((await askWithMessage(call as Endpoint<typeof input, unknown>, input)).msg)
    void invalidate(...readPaths)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(label)}</Button>
      {isOpen ? (
        <FormDialog
          title={`${t(label)} · ${nameOfTask(task)}`}
          parts={[{ label, fields }]}
          initial={{}}
          form={{ name: `${act}-${taskId}`, opened: null }}
          mode="new"
          formOptions={formOptions}
          note={t(note)}
          ok={t(label)}
          send={send}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

interface ButtonProps extends Pick<OpenTask, 'canTransfer' | 'canCopy' | 'canConsult'> {
  readonly task: ClaimedTask
}

/** Consults colleagues on a task of the user, gives it to one who could take it themselves, and sends a copy of its matter. */
export const ColleagueButtons = ({ task, canTransfer, canCopy, canConsult }: ButtonProps) => (
  <>
    {canConsult ? <ColleagueButton task={task} act="consult" /> : null}
    {canTransfer ? <ColleagueButton task={task} act="transfer" /> : null}
    {canCopy ? <ColleagueButton task={task} act="copy" /> : null}
  </>
)
