import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { DefinitionFault } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { usePageForm } from '../dialog/use-page-form.ts'
import { DefinitionDropArea, DefinitionFiles } from './definition-files.tsx'
import { deployControls, deployFieldsFor, deploymentOf, initialDeployment } from './deploy-fields.tsx'
import type { ElementOf } from './diagram/element-dialog.tsx'
import css from './flow-deploy.module.css'
import { useRehearsalDialog } from './rehearsal/use-rehearsal-dialog.tsx'
import { useDeploying } from './use-deploying.ts'

/** bpmn-js is loaded when the first element is shown. */
const ElementDialog = lazyComponent(async () => (await import('./diagram/element-dialog.tsx')).ElementDialog)

const title: Text = ['流程部署', 'Deployment']

/** Deploys definition files: type, mode and tenants first, then the files; each file has its own result. */
export const DeployFiles = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const page = usePageForm({
    name: 'deploy',
    initial: initialDeployment,
    fieldsFor: deployFieldsFor,
    controls: deployControls,
  })
  const { files, add, convert, deploy, remove, busy, readyCount } = useDeploying()
  const rehearsal = useRehearsalDialog()
  const rehearse = async (file: File) => rehearsal.show({ source: { xml: await file.text() }, name: file.name })
  const [shown, setShown] = useState<ElementOf | null>(null)
  const showElement = (xml: string, { at, msg }: DefinitionFault) => setShown({ xml, elementId: at, sentence: msg })
  const { values } = page.form
  const missing = Object.entries(page.fields).filter(([name]) => (values[name] ?? '') === '')
  const warn = () => {
    page.validate()
    const labels = missing.map(([, { label }]) => t(label))
    toaster.warning(t([`请先选择${labels.join('、')}`, `Choose first: ${labels.join(', ')}`]))
  }
  const submit = async () => {
    if (readyCount === 0) return toaster.warning(t(['请选择流程文件', 'Choose process files']))
    return page.submit((value) => deploy(deploymentOf(value)))
  }
  return (
    <>
      <PageHead title={title} />
      <FormFrame className={css.form} refusal={page.form.refusal} onSubmit={async () => submit()}>
        <FormContext value={page.state}>
          <FieldGrid fields={page.fields} values={values} />
        </FormContext>
        <DefinitionDropArea isReady={missing.length === 0} warn={warn} add={add} />
        {files.length ? (
          <DefinitionFiles
            files={files}
            remove={remove}
            rehearse={(file) => void rehearse(file)}
            convert={convert}
            showElement={showElement}
          />
        ) : null}
        <div>
          <Button kind="main" type="submit" busy={busy}>
            {readyCount ? t([`部署 ${readyCount} 个文件`, `Deploy ${readyCount}`]) : t(consoleWords.deploy)}
          </Button>
        </div>
      </FormFrame>
      {rehearsal.dialog}
      {shown ? <ElementDialog of={shown} close={() => setShown(null)} /> : null}
    </>
  )
}
