import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flowModel } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFreshQuery } from '#web/base/api/use-fresh-query.ts'
import { Loading, QueryView } from '#web/base/page/page.tsx'
import { useUnsaved } from '#web/base/preferences/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { useConfirmLeave } from '../../dialog/use-confirm-leave.ts'
import { type AnyRow, noCall, titleIn } from '../../entity/calls.ts'
import type { Modeler } from './editor-parts.ts'
import { ElementTools } from './element-tools.tsx'
import { Findings } from './findings.tsx'
import css from './modeler.module.css'
import { ModelerTools } from './modeler-tools.tsx'
import { newKey, newModel } from './new-model.ts'
import type { OpenModel } from './open-model.ts'
import { PropertyPanel } from './property-panel.tsx'
import { useModelFile } from './use-model-file.ts'
import { selectedShape, showElement, useModeler } from './use-modeler.ts'

const newWords: Text = ['新建模型', 'New model']
const editWords: Text = ['编辑模型', 'Edit a model']

/** What the editor starts from. */
interface Start {
  readonly xml: string
  /** The model as it was read; undefined for a new one. */
  readonly row: AnyRow | undefined
  /** An element with a fault, to be shown at once. */
  readonly elementId?: string | undefined
}

/** Shows the element that the editor was opened for, and what else is wrong. */
const useFirstElement = (modeler: Modeler | null, elementId: string | undefined, check: (modeler: Modeler) => void) => {
  const show = useEffectEvent((of: Modeler, id: string) => {
    showElement(of, id)?.()
    check(of)
  })
  useEffect(() => {
    if (modeler && elementId !== undefined) show(modeler, elementId)
  }, [modeler, elementId])
}

const Canvas = ({ box, isReady }: { box: RefObject<HTMLDivElement | null>; isReady: boolean }) => {
  const t = useLocalize()
  return (
    <section
      ref={box}
      className={css.canvas}
      // here Escape ends a tool or a menu of the drawing, not the dialog
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      aria-label={t(['流程图编辑区', 'Drawing'])}
      data-ready={isReady ? '' : undefined}
    />
  )
}

const Editor = ({ start, close }: { start: Start; close: () => void }) => {
  const t = useLocalize()
  const box = useRef<HTMLDivElement>(null)
  const editor = useModeler(box, { xml: start.xml, isStored: start.row !== undefined })
  const { state, isChanged } = editor
  const modeler = typeof state === 'string' ? null : state
  const file = useModelFile(editor, start.row)
  const { stored, check, save, refusal, findings, busy } = file
  useFirstElement(modeler, start.elementId, (of) => void check(of))
  useUnsaved('modeler', isChanged)
  const leave = useConfirmLeave(isChanged, close)
  return (
    <RecordModal
      title={stored ? `${t(editWords)} · ${titleIn(flowModel, stored)}` : t(newWords)}
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
      {modeler ? (
        <Findings
          modeler={modeler}
          findings={findings}
          omitted={editor.omitted}
          convert={() => void file.convert(modeler)}
        />
      ) : null}
      {state === 'failed' ? (
        <Notice tone="bad" title={t(['该模型无法显示', 'This model cannot be displayed'])} live />
      ) : null}
      {state === 'loading' ? <Loading /> : null}
      {modeler ? (
        <ModelerTools
          modeler={modeler}
          importFile={(chosen) => void file.importFile(modeler, chosen)}
          exportFile={() => void file.exportFile(modeler)}
          check={() => void check(modeler)}
        />
      ) : null}
      {modeler ? <ElementTools modeler={modeler} shape={selectedShape(modeler)} /> : null}
      <div className={css.columns}>
        <Canvas box={box} isReady={modeler !== null} />
        {modeler ? <PropertyPanel modeler={modeler} shape={selectedShape(modeler)} /> : null}
      </div>
    </RecordModal>
  )
}

/** Draws a process model; closing asks while something is not saved. */
export const ModelerDialog = ({ of: { id, elementId }, close }: { of: OpenModel; close: () => void }) => {
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
  return <Editor start={{ xml, row, elementId }} close={close} />
}
