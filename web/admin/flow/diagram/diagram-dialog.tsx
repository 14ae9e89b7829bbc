import { flowProcess } from '#contract/flow/flow-process.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { Diagram } from './diagram.tsx'
import { type DiagramOf, diagramWords } from './diagram-of.ts'

/** The diagram of an instance or a definition; follows when its id changes. */
const LoadedDiagram = ({ of }: { of: DiagramOf }) => (
  <QueryView from={useAnswer(flowProcess.modelView, of, { staleTime: 0 })}>{(view) => <Diagram {...view} />}</QueryView>
)

interface Props {
  readonly of: DiagramOf
  /** The process or the matter. */
  readonly name: string
  readonly close: () => void
}

export const DiagramDialog = ({ of, name, close }: Props) => {
  const t = useLocalize()
  return (
    <RecordModal
      title={`${t(diagramWords)} · ${name}`}
      width={1080}
      isFullOnPhone
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <LoadedDiagram of={of} />
    </RecordModal>
  )
}
