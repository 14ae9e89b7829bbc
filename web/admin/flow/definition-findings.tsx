import type { DefinitionWarning } from '#contract/flow/differences.ts'
import type { DefinitionFault } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './definition-findings.module.css'
import { distinctSentences, type Sentence } from './sentences.ts'

/** What shows the element of a sentence; null if it is not drawn. */
type ShowElement = (sentence: Sentence) => (() => void) | null

/** Sentences about a definition: one of an element that is drawn leads to it, others are plain text. */
const Sentences = ({ of, showElement }: { of: readonly Sentence[]; showElement: ShowElement }) => (
  <ol className={css.sentences}>
    {distinctSentences(of).map((sentence) => {
      const show = showElement(sentence)
      return (
        <li key={sentence.msg}>
          {show ? (
            <Button kind="link" className={css.link} onClick={show}>
              {sentence.msg}
            </Button>
          ) : (
            sentence.msg
          )}
        </li>
      )
    })}
  </ol>
)

/** What keeps a definition from being deployed. */
export const DefinitionFaults = ({
  faults,
  showElement,
}: {
  faults: readonly DefinitionFault[]
  showElement: ShowElement
}) => {
  const t = useLocalize()
  return (
    <Notice tone="bad" title={t(['流程文件不能部署', 'The process file cannot be deployed'])} live>
      <Sentences of={faults} showElement={showElement} />
    </Notice>
  )
}

const warningWords = (count: number): Text => [
  `有 ${count} 处需要注意（不影响部署）`,
  `${count} to look at (they do not prevent a deployment)`,
]

/** What a deployment is warned of. */
export const DefinitionWarnings = ({
  warnings,
  showElement = () => null,
}: {
  warnings: readonly DefinitionWarning[]
  showElement?: ShowElement
}) => {
  const t = useLocalize()
  const sentences = distinctSentences(warnings.map(({ elementId, text }) => ({ at: elementId, msg: text })))
  if (sentences.length === 0) return null
  return (
    <Notice tone="ask" title={t(warningWords(sentences.length))}>
      <Sentences of={sentences} showElement={showElement} />
    </Notice>
  )
}

/** Offers to write a file of another engine or editor in the way of this platform, with every change. */
export const ConversionOffer = ({ changes, convert }: { changes: readonly string[]; convert: () => void }) => {
  const t = useLocalize()
  if (changes.length === 0) return null
  return (
    <Notice
      tone="busy"
      title={t([
        '文件按其他流程软件的写法绘制，可转换为本平台的写法',
        'This file was drawn for other software; it can be converted to this platform',
      ])}
    >
      <Sentences of={changes.map((msg) => ({ at: '', msg }))} showElement={() => null} />
      <Button onClick={convert}>{t(['转换', 'Convert'])}</Button>
    </Notice>
  )
}
