import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { ModelView } from '#contract/flow/flow-process.ts'
import { kitTerms } from '#contract/kit/kit-terms.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { DiagramCanvas } from './diagram-canvas.tsx'
import { StepList } from './step-list.tsx'

const views = {
  drawing: ['图形', 'Drawing'],
  list: kitTerms.list,
} as const satisfies Record<string, Text>

interface Props extends ModelView {
  /** Whether the history stands beside it, so that the list does not repeat it. */
  readonly isBesideHistory?: boolean
}

/** A process as a drawing or as a list of its steps. */
export const Diagram = ({ isBesideHistory = false, ...view }: Props) => {
  const t = useLocalize()
  const [visible, show] = useState<keyof typeof views>('drawing')
  const tabs = (['drawing', 'list'] as const).map((name) => ({ name, label: t(views[name]) }))
  return (
    <Tabs label={t(consoleWords.diagram)} tabs={tabs} shown={visible} onShow={show}>
      {visible === 'drawing' ? <DiagramCanvas {...view} /> : <StepList {...view} hasHistory={!isBesideHistory} />}
    </Tabs>
  )
}
