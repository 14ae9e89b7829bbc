import { useState } from 'react'
import { flowModel } from '#contract/flow/flow-model.ts'
import { listText, type Text } from '#contract/kit/text.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import type { AnyRow } from '../../entity/calls.ts'
import { ifMatchHeader } from '../../entity/row-version.ts'
import { saveXml } from '../save-xml.ts'
import { processOf } from './drawn-process.ts'
import type { Modeler } from './editor-parts.ts'
import { useCheck, xmlIn } from './use-check.ts'
import { useImport } from './use-import.ts'
import type { useModeler } from './use-modeler.ts'

const omittedQuestion: Text = [
  '以下内容无法显示，保存后将从模型中删除，是否继续?',
  'This cannot be displayed and will be gone from the model once it is saved. Continue?',
]
const saveAnyway: Text = ['仍然保存', 'Save anyway']

/** Import, export, saving, and the check of a deployment; each reports its error without touching the drawing. */
export const useModelFile = (editor: ReturnType<typeof useModeler>, row: AnyRow | undefined) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  // as it was saved last; undefined while it is new
  const [stored, setStored] = useState(row)
  const { run, find, check, refusal, findings, busy } = useCheck()
  const imports = useImport(editor, { run, find })
  const mayOmit = async () => {
    if (editor.omitted.length === 0) return true
    return confirm({ title: omittedQuestion, content: t(listText(editor.omitted)), ok: saveAnyway, danger: true })
  }
  const save = async (modeler: Modeler) => {
    if (!(await mayOmit())) return
    await run(async () => {
      const modelEditorXml = await xmlIn(modeler)
      const input = { modelEditorXml, ...(stored ? { id: stored.id } : {}) }
      const answer = await ask(flowModel.calls.submit, input, { headers: ifMatchHeader(stored) })
      setStored(answer as unknown as AnyRow)
      editor.setChanged(false)
      editor.setOmitted([])
      toaster.success(t(['模型已保存', 'Model saved']))
      void invalidate(flowModel.path)
      await find(modelEditorXml)
    })
  }
  const exportFile = async (modeler: Modeler) => saveXml(await xmlIn(modeler), processOf(modeler).id ?? '')
  return { ...imports, stored, exportFile, check, save, refusal, findings, busy }
}
