import { flowProcess } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { RecordModal } from '../../crud/record-modal.tsx'
import { Diagram } from './diagram.tsx'

/** An instance, whose course is marked, or a definition. */
export type DiagramOf = { readonly processInstanceId: string } | { readonly processDefinitionId: string }

/** The diagram of an instance or a definition; follows when its id changes. */
export const LoadedDiagram = ({ of }: { of: DiagramOf }) => (
  <QueryView from={useAnswer(flowProcess.modelView, of, { staleTime: 0 })}>{(view) => <Diagram {...view} />}</QueryView>
)

interface Props {
  readonly of: DiagramOf
  /** The process or the matter. */
  readonly name: string
  readonly close: () => void
}

export const diagramWords: Text = ['流程图', 'Diagram']

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
