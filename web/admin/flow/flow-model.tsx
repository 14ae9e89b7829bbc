import { consoleWords } from '#contract/console-words.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { type DeployedModel, DeployModel, deployDialog } from './deploy-model.tsx'
import { modelerDialog, type OpenModel } from './modeler/open-model.ts'
import { rehearseWords } from './rehearsal/rehearse-words.ts'
import { useRehearsalDialog } from './rehearsal/use-rehearsal-dialog.tsx'
import { RowButton } from './row-button.tsx'
import { saveXml } from './save-xml.ts'

/** bpmn-js is loaded when the first model opens. */
const ModelerDialog = lazyComponent(async () => (await import('./modeler/modeler-dialog.tsx')).ModelerDialog)

type Model = RowOf<typeof flowModel>

/** Saves the definition of a model as a file; an error appears as a message. */
const useDownload = () => {
  const toaster = useToaster()
  return async ({ id, modelKey, name }: Model) => {
    try {
      const { modelEditorXml } = await ask(flowModel.calls.detail, { id })
      saveXml(modelEditorXml ?? '', modelKey || name || id)
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
}

const NewModel = ({ open }: { open: () => void }) => {
  const t = useLocalize()
  return (
    <Button kind="main" onClick={open}>
      <PlusIcon aria-hidden="true" />
      {t(['新建模型', 'New model'])}
    </Button>
  )
}

/** Process models: drawn here, deployed from here. */
export const ProcessModels = () => {
  const may = useMay()
  const download = useDownload()
  const rehearsal = useRehearsalDialog()
  const deploying = useDialog<DeployedModel>(deployDialog)
  const modeling = useDialog<OpenModel>(modelerDialog)
  const deployedId = deploying.of?.id ?? null
  return (
    <>
      <RecordList
        of={flowModel}
        source={usePageSource(flowModel)}
        without={['add', 'edit']}
        toolbarMore={may('flow_model_create') ? <NewModel open={() => modeling.open({ id: null })} /> : null}
        rowMore={(row) => (
          <>
            {may('flow_model_update') ? (
              <RowButton label={consoleWords.edit} name={row.name} onClick={() => modeling.open({ id: row.id })} />
            ) : null}
            {may('flow_model_deploy') ? (
              <RowButton
                label={rehearseWords}
                name={row.name}
                onClick={() => rehearsal.show({ source: { modelId: row.id }, name: row.name ?? '' })}
              />
            ) : null}
            {may('flow_model_deploy') ? (
              <RowButton
                label={consoleWords.deploy}
                name={row.name}
                onClick={() => deploying.open({ id: row.id, name: row.name ?? '' })}
              />
            ) : null}
            {may('flow_model_download') ? (
              <RowButton label={['下载', 'Download']} name={row.name} onClick={() => void download(row)} />
            ) : null}
          </>
        )}
      />
      {rehearsal.dialog}
      {deploying.of ? (
        <DeployModel
          of={deploying.of}
          close={deploying.close}
          showElement={may('flow_model_update') ? (elementId) => modeling.open({ id: deployedId, elementId }) : null}
        />
      ) : null}
      {modeling.of ? <ModelerDialog of={modeling.of} close={modeling.close} /> : null}
    </>
  )
}
