import type { DefinitionFault } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './definition-faults.module.css'

export const refusedWords: Text = ['流程文件不能部署', 'The process file cannot be deployed']

interface Props {
  readonly faults: readonly DefinitionFault[]
  /** What shows the element of a fault; null if it is not drawn. */
  readonly showElement: (fault: DefinitionFault) => (() => void) | null
}

/** What keeps a definition from being deployed: a fault of an element that is drawn leads to it, others are plain text. */
export const DefinitionFaults = ({ faults, showElement }: Props) => {
  const t = useLocalize()
  return (
    <Notice tone="bad" title={t(refusedWords)} live>
      <ol className={css.faults}>
        {faults.map((fault) => {
          const show = showElement(fault)
          return (
            <li key={fault.at + fault.msg}>
              {show ? (
                <Button kind="link" className={css.link} onClick={show}>
                  {fault.msg}
                </Button>
              ) : (
                fault.msg
              )}
            </li>
          )
        })}
      </ol>
    </Notice>
  )
}
