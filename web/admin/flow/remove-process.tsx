import { flowManager } from '#contract/flow/flow-manager.ts'
import type { RemovalPreview } from '#contract/flow/removal-preview.ts'
import { flag } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { removalTexts } from './removal-words.ts'

export const removeDialog = 'remove-process'

export interface RemovedProcess {
  readonly deploymentId: string
  readonly name: string
  readonly preview: RemovalPreview
}

const fields = {
  withInstances: flag('同时终止在办实例', 'End running instances', {
    required: true,
    message: ['请选择是否终止在办实例', 'Choose whether running instances end'],
  }),
} as const

/** Asks before a process with running instances is removed: they end with it, or it stays. */
export const RemoveProcess = ({ of, close }: { of: RemovedProcess; close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const { deploymentId, name, preview } = of
  const send = async ({ withInstances }: FormValues) => {
    await ask(flowManager.calls.deleteDeployment, {
      deploymentIds: deploymentId,
      withInstances: withInstances === 1 ? 1 : 0,
    })
    toaster.success(t(words.removed))
    void invalidate(flowManager.path)
  }
  return (
    <FormDialog
      title={`${t(words.remove)} · ${name} V${preview.version}`}
      parts={[{ label: words.remove, fields }]}
      initial={{ withInstances: null }}
      form={{ name: `remove-${deploymentId}`, opened: { dialog: removeDialog, of } }}
      mode="new"
      danger
      note={removalTexts(preview)
        .map(t)
        .join(t(['', ' ']))}
      ok={t(words.remove)}
      send={send}
      close={close}
    />
  )
}
