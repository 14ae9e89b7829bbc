import { consoleWords } from '#contract/console-words.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, Failure, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { deployControls, deployFields, deployFieldsFor, deploymentOf, initialDeployment } from './deploy-fields.tsx'
import { compareDeployment, useConfirmDeployment } from './versions/comparisons.tsx'

const deployWords: Text = consoleWords.deploy
const notDeployed: Text = ['已取消，尚未部署', 'Cancelled; nothing was deployed']
export const deployDialog = 'deploy'

export interface DeployedModel {
  readonly id: string
  readonly name: string
}

interface Props {
  readonly of: DeployedModel
  readonly close: () => void
  /** Opens the model at an element; null for people who may not edit it. */
  readonly showElement: ((elementId: string) => void) | null
}

/** Asks for the type and the tenants of a model's process, and deploys it as a new version. */
export const DeployModel = ({ of: { id, name }, close, showElement }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirmDeployment = useConfirmDeployment()
  const send = async (value: FormValues) => {
    const deployment = deploymentOf(value)
    const comparisons = await compareDeployment({ modelId: id, ...deployment })
    if (!(await confirmDeployment(comparisons))) throw new Failure(t(notDeployed), 0)
    await ask(flowModel.calls.deploy, { modelId: id, ...deployment })
    toaster.success(t(['部署成功', 'Deployed']))
    void invalidate(flowManager.path)
  }
  return (
    <FormDialog
      title={`${t(deployWords)} · ${name}`}
      parts={[{ label: deployWords, fields: deployFields }]}
      initial={initialDeployment}
      form={{ name: `deploy-${id}`, opened: { dialog: deployDialog, of: { id, name } } }}
      formOptions={{
        controls: deployControls,
        fields: (_fields, values) => deployFieldsFor(values),
        goElsewhere: (at) => (at && showElement ? () => showElement(at) : null),
      }}
      mode="new"
      note={t([
        '部署后成为该流程的最新版本；在办的实例按原版本办完。',
        'It becomes the latest version of its process; running instances finish on their own version.',
      ])}
      ok={t(deployWords)}
      send={send}
      close={close}
    />
  )
}
