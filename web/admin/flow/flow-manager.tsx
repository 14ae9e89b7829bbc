import type { Comparison } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { RemovalPreview } from '#contract/flow/removal-preview.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { diagramWords } from './diagram/diagram-of.ts'
import { useDiagramDialog } from './diagram/use-diagram-dialog.tsx'
import { type ChangingProcess, ProcessState, stateDialog, stateWordsOf } from './process-state.tsx'
import { removalTexts } from './removal-words.ts'
import { type RemovedProcess, RemoveProcess, removeDialog } from './remove-process.tsx'
import { RowButton } from './row-button.tsx'
import { useConfirmDeployment } from './versions/comparisons.tsx'
import { useVersionDialogs } from './versions/use-version-dialogs.tsx'

/** Says for each process of the platform that an upgrade has brought a version that is not deployed yet, and deploys it. */
const ShippedNotices = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirmDeployment = useConfirmDeployment()
  const { data = [], error } = useAnswer(flowManager.calls.newerShipped)
  const deploy = async (comparison: Comparison) => {
    if (!(await confirmDeployment([comparison]))) return
    try {
      await ask(flowManager.calls.deployShipped, { key: comparison.key })
      toaster.success(t(['部署成功', 'Deployed']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    await invalidate(flowManager.path)
  }
  if (error) return <Notice tone="bad">{error.message}</Notice>
  return data.map((comparison) => (
    <Notice key={comparison.key} tone="ask">
      {t([
        `平台升级带来了“${comparison.name}”的新版本，尚未部署。`,
        `An upgrade has brought a newer version of “${comparison.name}”, which is not deployed yet.`,
      ])}{' '}
      <Button kind="link" onClick={() => void deploy(comparison)}>
        {t(['查看变更并部署', 'Review and deploy'])}
      </Button>
    </Notice>
  ))
}

type Process = RowOf<typeof flowManager>

const Sentences = ({ of: preview }: { of: RemovalPreview }) => {
  const t = useLocalize()
  return removalTexts(preview).map((text) => <p key={text[0]}>{t(text)}</p>)
}

/** Removes the current version of a process; if instances run on it, that needs a decision about them. */
const useRemove = (decide: (process: RemovedProcess) => void) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  return async ({ deploymentId, name }: Process) => {
    if (!deploymentId) return
    try {
      const preview = await ask(flowManager.calls.previewRemoval, { deploymentId })
      if (preview.running) return decide({ deploymentId, name: name ?? '', preview })
      const title: Text = [`确定删除“${name}”的 V${preview.version}?`, `Delete V${preview.version} of “${name}”?`]
      if (!(await confirm({ title, content: <Sentences of={preview} />, danger: true }))) return
      await ask(flowManager.calls.deleteDeployment, { deploymentIds: deploymentId })
      toaster.success(t(words.removed))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    await invalidate(flowManager.path)
  }
}

/** Deployed processes in their latest versions. */
export const DeployedProcesses = () => {
  const may = useMay()
  const diagram = useDiagramDialog()
  const changing = useDialog<ChangingProcess>(stateDialog)
  const removing = useDialog<RemovedProcess>(removeDialog)
  const versions = useVersionDialogs()
  const remove = useRemove(removing.open)
  return (
    <>
      {may('flow_deploy') ? <ShippedNotices /> : null}
      <RecordList
        of={flowManager}
        source={usePageSource(flowManager)}
        rowMore={(row) => (
          <>
            {may('flow_manager_state') ? (
              <RowButton
                label={stateWordsOf(row.suspensionState === 2)}
                name={row.name}
                onClick={() =>
                  changing.open({ id: row.id, name: row.name ?? '', isSuspended: row.suspensionState === 2 })
                }
              />
            ) : null}
            {may('flow_manager_image') ? (
              <RowButton
                label={diagramWords}
                name={row.name}
                onClick={() => diagram.show({ of: { processDefinitionId: row.id }, name: row.name ?? '' })}
              />
            ) : null}
            {versions.buttons(row)}
            {may('flow_manager_remove') ? (
              <RowButton label={words.remove} name={row.name} onClick={() => void remove(row)} />
            ) : null}
          </>
        )}
      />
      {diagram.dialog}
      {versions.dialogs}
      {changing.of ? <ProcessState of={changing.of} close={changing.close} /> : null}
      {removing.of ? <RemoveProcess of={removing.of} close={removing.close} /> : null}
    </>
  )
}
