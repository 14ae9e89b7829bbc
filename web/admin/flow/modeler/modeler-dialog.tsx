import { useRef, useState } from 'react'
import { flowModel } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { useConfirm } from '#web/base/confirmation.tsx'
import { useLocalize } from '#web/base/language.ts'
import { Loading, QueryView } from '#web/base/page.tsx'
import { useUnsaved } from '#web/base/unsaved.ts'
import { useFreshQuery } from '#web/base/use-fresh-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { type AnyRow, noCall } from '../../crud/calls.ts'
import { RecordModal } from '../../crud/record-modal.tsx'
import { ifMatchHeader } from '../../crud/row-version.ts'
import { useConfirmLeave } from '../../crud/use-confirm-leave.ts'
import { saveXml } from '../save-xml.ts'
import type { Modeler } from './editor-parts.ts'
import css from './modeler.module.css'
import { ModelerTools } from './modeler-tools.tsx'
import { newKey, newModel } from './new-model.ts'
import type { OpenModel } from './open-model.ts'
import { PropertyPanel } from './property-panel.tsx'
import { selectedShape, useModeler } from './use-modeler.ts'

const newWords: Text = ['新建模型', 'New model']
const editWords: Text = ['编辑模型', 'Edit a model']

/** What the editor starts from. */
interface Start {
  readonly xml: string
  /** The model as it was read; undefined for a new one. */
  readonly row: AnyRow | undefined
}

/** Import, export and saving; each reports its error without touching the drawing. */
const useModelFile = (editor: ReturnType<typeof useModeler>, { row }: Start) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  const [stored, setStored] = useState(row)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const importFile = async (modeler: Modeler, file: File) => {
    const question: Text = ['导入将替换当前图形，是否继续?', 'The file replaces the drawing. Continue?']
    if (editor.isChanged && !(await confirm({ title: question, content: file.name }))) return
    try {
      await editor.replace(modeler, await file.text())
      setRefusal(null)
    } catch {
      setRefusal(
        t([`“${file.name}”不是可以显示的 BPMN 文件`, `“${file.name}” is not a BPMN file that can be displayed`]),
      )
    }
  }
  const exportFile = async (modeler: Modeler) => {
    const { xml = '' } = await modeler.saveXML({ format: true })
    saveXml(xml, modeler.get('canvas').getRootElement().id)
  }
  const save = async (modeler: Modeler) => {
    setBusy(true)
    try {
      const { xml = '' } = await modeler.saveXML({ format: true })
      const input = { modelEditorXml: xml, ...(stored ? { id: stored.id } : {}) }
      const answer = await ask(flowModel.calls.submit, input, { headers: ifMatchHeader(stored) })
      setStored(answer as unknown as AnyRow)
      setRefusal(null)
      editor.setChanged(false)
      toaster.success(t(['模型已保存', 'Model saved']))
      void invalidate(flowModel.path)
    } catch (error) {
      setRefusal(failureOf(error).message)
    }
    setBusy(false)
  }
  return { importFile, exportFile, save, refusal, busy }
}

const Editor = ({ start, close }: { start: Start; close: () => void }) => {
  const t = useLocalize()
  const box = useRef<HTMLDivElement>(null)
  const editor = useModeler(box, start.xml)
  const { state, isChanged } = editor
  const modeler = typeof state === 'string' ? null : state
  const { importFile, exportFile, save, refusal, busy } = useModelFile(editor, start)
  useUnsaved('modeler', isChanged)
  const leave = useConfirmLeave(isChanged, close)
  return (
    <RecordModal
      title={t(start.row ? editWords : newWords)}
      width={1600}
      isFullOnPhone
      close={() => void leave()}
      footer={
        <>
          <Button onClick={() => void leave()}>{t(words.close)}</Button>
          {modeler ? (
            <Button kind="main" busy={busy} onClick={() => void save(modeler)}>
              {t(words.save)}
            </Button>
          ) : null}
        </>
      }
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      {state === 'failed' ? (
        <Notice tone="bad" title={t(['该模型无法显示', 'This model cannot be displayed'])} live />
      ) : null}
      {state === 'loading' ? <Loading /> : null}
      {modeler ? (
        <ModelerTools
          modeler={modeler}
          importFile={(file) => void importFile(modeler, file)}
          exportFile={() => void exportFile(modeler)}
        />
      ) : null}
      <div className={css.columns}>
        <section
          ref={box}
          className={css.canvas}
          // here Escape ends a tool or a menu of the drawing, not the dialog
          onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
          aria-label={t(['流程图编辑区', 'Drawing'])}
          data-ready={modeler ? '' : undefined}
        />
        {modeler ? <PropertyPanel modeler={modeler} shape={selectedShape(modeler)} /> : null}
      </div>
    </RecordModal>
  )
}

/** Draws a process model; closing asks while something is not saved. */
export const ModelerDialog = ({ of: { id }, close }: { of: OpenModel; close: () => void }) => {
  const t = useLocalize()
  const detail = useFreshQuery(id ? flowModel.calls.detail : noCall, { id: id ?? '' } as never, {
    enabled: id !== null,
  })
  const row = detail.data as AnyRow | undefined
  const [newXml] = useState(() => newModel(newKey()))
  const xml = id ? row && String(row.modelEditorXml ?? '') : newXml
  if (xml === undefined)
    return (
      <RecordModal title={t(editWords)} width={1600} isFullOnPhone close={close}>
        <QueryView from={detail}>{() => null}</QueryView>
      </RecordModal>
    )
  return <Editor start={{ xml, row }} close={close} />
}
