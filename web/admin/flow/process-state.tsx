import { flowManager } from '#contract/flow/flow-manager.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'

/** What can be done to a process: an active one is suspended, a suspended one activated. */
export const stateWordsOf = (isSuspended: boolean): Text => (isSuspended ? ['启用', 'Activate'] : ['挂起', 'Suspend'])
export const stateDialog = 'process-state'

export interface NamedProcess {
  readonly id: string
  readonly name: string
}

export interface ChangingProcess extends NamedProcess {
  readonly isSuspended: boolean
}

const { reason } = flowManager.actions.changeState.input

/** Suspends or activates a process, and asks why. */
export const ProcessState = ({ of: { id, name, isSuspended }, close }: { of: ChangingProcess; close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const send = async (value: FormValues) => {
    await ask(flowManager.calls.changeState, {
      ...value,
      state: isSuspended ? 'active' : 'suspend',
      processId: id,
    } as never)
    toaster.success(t(isSuspended ? ['流程已启用', 'Process activated'] : ['流程已挂起', 'Process suspended']))
    void invalidate(flowManager.path)
  }
  return (
    <FormDialog
      title={`${t(stateWordsOf(isSuspended))} · ${name}`}
      parts={[{ label: stateWordsOf(isSuspended), fields: { reason } }]}
      initial={{ reason: null }}
      form={{ name: `process-state-${id}`, opened: { dialog: stateDialog, of: { id, name, isSuspended } } }}
      mode="new"
      note={t([
        '挂起后不能发起新的流程，在办任务暂停办理；启用后恢复。',
        'While suspended, nobody can start it and its tasks wait; activating resumes them.',
      ])}
      ok={t(words.ok)}
      send={send}
      close={close}
    />
  )
}
