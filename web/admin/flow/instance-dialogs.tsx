import { flowFollow } from '#contract/flow/flow-follow.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, Failure, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'

/** What an administrator can do with a running instance. */
export type InstanceAction = 'end' | 'suspend' | 'resume'

export interface InstanceDialogOf {
  readonly action: InstanceAction
  readonly processInstanceId: string
  readonly name: string
}

export const instanceDialog = 'instance'

const { deleteProcessInstance, suspendInstance } = flowFollow.actions
const { calls } = flowFollow

export const instanceWords: Readonly<Record<InstanceAction, Text>> = {
  end: ['终止', 'End'],
  suspend: ['挂起', 'Suspend'],
  resume: ['恢复', 'Resume'],
}

const notes: Readonly<Record<InstanceAction, Text>> = {
  end: [
    '终止后流程立即结束，不能恢复；申请和办理记录保留。',
    'The process ends at once and cannot be resumed; its request and its history stay.',
  ],
  suspend: ['挂起期间任务不能办理。', 'Its tasks cannot be completed while it is suspended.'],
  resume: ['恢复后任务可以继续办理。', 'Its tasks can be completed again.'],
}

const fieldsOf = {
  end: { deleteReason: deleteProcessInstance.input.deleteReason },
  suspend: { reason: suspendInstance.input.reason },
  resume: { reason: suspendInstance.input.reason },
}

const perform = ({ action, processInstanceId }: InstanceDialogOf, value: FormValues): Promise<unknown> =>
  action === 'end'
    ? ask(calls.deleteProcessInstance, { processInstanceId, deleteReason: String(value.deleteReason) })
    : ask(calls.suspendInstance, {
        processInstanceId,
        suspended: action === 'suspend' ? 1 : 0,
        reason: String(value.reason),
      })

/** Asks for the reason of an action on an instance; ending one also for a confirmation. */
export const InstanceDialog = ({ of, close }: { of: InstanceDialogOf; close: () => void }) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const { action, processInstanceId, name } = of
  const label = instanceWords[action]
  const send = async (value: FormValues) => {
    const isSure =
      action !== 'end' ||
      (await confirm({ title: ['确定终止该流程?', 'End this process?'], content: name, danger: true }))
    // the reason stays in the form
    if (!isSure) throw new Failure(t(['已取消，流程没有终止', 'Cancelled; the process goes on']), 0)
    await perform(of, value)
    toaster.success(t(['操作成功', 'Done']))
    void invalidate(flowFollow.path)
  }
  return (
    <FormDialog
      title={`${t(label)} · ${name}`}
      parts={[{ label, fields: fieldsOf[action] }]}
      initial={{}}
      form={{ name: `${action}-${processInstanceId}`, opened: { dialog: instanceDialog, of } }}
      mode="new"
      danger={action === 'end'}
      note={t(notes[action])}
      ok={t(label)}
      send={send}
      close={close}
    />
  )
}
