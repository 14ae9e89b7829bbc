import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { DiagramCanvas } from './diagram-canvas.tsx'

const faultWords: Text = ['有问题的元素', 'Element with a fault']

/** An element of a file that is not deployed, and what is said about it. */
export interface ElementOf {
  readonly xml: string
  readonly elementId: string
  readonly sentence: string
}

/** Shows one element of a drawing, marked. */
export const ElementDialog = ({ of, close }: { of: ElementOf; close: () => void }) => {
  const t = useLocalize()
  return (
    <RecordModal
      title={t(faultWords)}
      width={1080}
      isFullOnPhone
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <p>{of.sentence}</p>
      <DiagramCanvas xml={of.xml} shown={of.elementId} />
    </RecordModal>
  )
}
