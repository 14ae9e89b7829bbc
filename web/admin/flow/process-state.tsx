import { flowManager } from '#contract/flow/flow-manager.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, invalidate } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'

export const stateWords: Text = ['变更状态', 'Change state']
export const stateDialog = 'process-state'

export interface NamedProcess {
  readonly id: string
  readonly name: string
}

const { state, reason } = flowManager.actions.changeState.input

/** Asks for the new state of a process, and why. */
export const ProcessState = ({ of: { id, name }, close }: { of: NamedProcess; close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const send = async (value: FormValues) => {
    await ask(flowManager.calls.changeState, { ...value, processId: id } as never)
    toaster.success(t(['流程状态已变更', 'State changed']))
    void invalidate(flowManager.path)
  }
  return (
    <FormDialog
      title={`${t(stateWords)} · ${name}`}
      parts={[{ label: stateWords, fields: { state, reason } }]}
      initial={{ state: null, reason: null }}
      form={{ name: `process-state-${id}`, opened: { dialog: stateDialog, of: { id, name } } }}
      mode="new"
      note={t([
        '挂起后不能发起新的流程，在办任务暂停办理；激活后恢复。',
        'While suspended, nobody can start it and its tasks wait; activating resumes them.',
      ])}
      ok={t(['确定', 'OK'])}
      send={send}
      close={close}
    />
  )
}
