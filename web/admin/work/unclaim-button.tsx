import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { type ClaimedTask, nameOfTask, useClaim } from './use-claim.ts'

const label: Text = ['取消签收', 'Give back']
const { reason } = workClaim.actions.unclaimTask.input

/** Gives a claimed task back to its candidates, with a reason that its history keeps. */
export const UnclaimButton = ({ task }: { task: ClaimedTask }) => {
  const t = useLocalize()
  const { unclaim } = useClaim()
  const [isOpen, setOpen] = useState(false)
  const send = (value: FormValues) => unclaim(task, String(value.reason))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(label)}</Button>
      {isOpen ? (
        <FormDialog
          title={`${t(label)} · ${nameOfTask(task)}`}
          parts={[{ label, fields: { reason } }]}
          initial={{}}
          form={{ name: `unclaim-${task.taskId}`, opened: null }}
          mode="new"
          note={t([
            '取消后其他候选人可以签收，原因记入办理过程；已填写的内容保留在本浏览器中。',
            'Others can claim it then, and the history keeps the reason. What you have typed stays in this browser.',
          ])}
          ok={t(label)}
          send={send}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
