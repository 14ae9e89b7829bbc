import { useState } from 'react'
import { type DefinitionFault, flowModel } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { useConfirm } from '#web/base/confirmation.tsx'
import { useLocalize } from '#web/base/language.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import type { AnyRow } from '../../entity/calls.ts'
import { ifMatchHeader } from '../../entity/row-version.ts'
import { saveXml } from '../save-xml.ts'
import type { Modeler } from './editor-parts.ts'
import type { useModeler } from './use-modeler.ts'

const xmlIn = async (modeler: Modeler): Promise<string> => (await modeler.saveXML({ format: true })).xml ?? ''

/** Import, export, saving, and the check of a deployment; each reports its error without touching the drawing. */
export const useModelFile = (editor: ReturnType<typeof useModeler>, row: AnyRow | undefined) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  // as it was saved last; undefined while it is new
  const [stored, setStored] = useState(row)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [faults, setFaults] = useState<readonly DefinitionFault[]>([])
  const [busy, setBusy] = useState(false)
  /** One action at a time; what it throws is shown. */
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      setRefusal(null)
      await act()
    } catch (error) {
      setRefusal(failureOf(error).message)
    }
    setBusy(false)
  }
  const listFaults = async (modelEditorXml: string) => {
    const found = await ask(flowModel.calls.check, { modelEditorXml })
    setFaults(found)
    return found
  }
  const importFile = async (modeler: Modeler, file: File) => {
    const question: Text = ['导入将替换当前图形，是否继续?', 'The file replaces the drawing. Continue?']
    if (editor.isChanged && !(await confirm({ title: question, content: file.name }))) return
    const xml = await file.text()
    try {
      await editor.replace(modeler, xml)
    } catch {
      setRefusal(
        t([`“${file.name}”不是可以显示的 BPMN 文件`, `“${file.name}” is not a BPMN file that can be displayed`]),
      )
      return
    }
    await run(async () => void (await listFaults(xml)))
  }
  const check = (modeler: Modeler) =>
    run(async () => {
      const found = await listFaults(await xmlIn(modeler))
      if (found.length === 0) toaster.success(t(['没有发现问题，可以部署', 'Nothing is wrong; it can be deployed']))
    })
  const save = (modeler: Modeler) =>
    run(async () => {
      const modelEditorXml = await xmlIn(modeler)
      const input = { modelEditorXml, ...(stored ? { id: stored.id } : {}) }
      const answer = await ask(flowModel.calls.submit, input, { headers: ifMatchHeader(stored) })
      setStored(answer as unknown as AnyRow)
      editor.setChanged(false)
      toaster.success(t(['模型已保存', 'Model saved']))
      void invalidate(flowModel.path)
      await listFaults(modelEditorXml)
    })
  const exportFile = async (modeler: Modeler) =>
    saveXml(await xmlIn(modeler), modeler.get('canvas').getRootElement().id)
  return { stored, importFile, exportFile, check, save, refusal, faults, busy }
}
