import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { type DiagramOf, diagramWords } from './diagram-of.ts'
import { LoadedDiagram } from './loaded-diagram.tsx'

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
