import type { DefinitionCheck } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConversionOffer, DefinitionFaults, DefinitionWarnings } from '../definition-findings.tsx'
import type { Sentence } from '../sentences.ts'
import type { Modeler } from './editor-parts.ts'
import css from './modeler.module.css'
import { showElement } from './use-modeler.ts'

interface Props {
  readonly modeler: Modeler
  readonly findings: DefinitionCheck
  /** What of the definition is not in the drawing. */
  readonly omitted: readonly Text[]
  readonly convert: () => void
}

const omittedWords: Text = [
  '文件中的以下内容无法显示，保存后将丢失',
  'This of the file cannot be displayed and is lost once it is saved',
]

/** What a deployment would say of the drawing; each sentence leads to its element. */
export const Findings = ({ modeler, findings: { faults, warnings, changes }, omitted, convert }: Props) => {
  const t = useLocalize()
  const show = ({ at }: Sentence) => showElement(modeler, at)
  return (
    <div className={css.findings}>
      {omitted.length ? (
        <Notice tone="bad" title={t(omittedWords)} live>
          <ul>
            {omitted.map((text) => (
              <li key={text[0]}>{t(text)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {faults.length ? <DefinitionFaults faults={faults} showElement={show} /> : null}
      <DefinitionWarnings warnings={warnings} showElement={show} />
      <ConversionOffer changes={changes} convert={convert} />
    </div>
  )
}
