import { flowProcess } from '#contract/flow/flow-process.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Diagram } from './diagram.tsx'
import type { DiagramOf } from './diagram-of.ts'

/** The diagram of an instance or a definition; follows when its id changes. */
export const LoadedDiagram = ({ of }: { of: DiagramOf }) => (
  <QueryView from={useAnswer(flowProcess.modelView, of, { staleTime: 0 })}>{(view) => <Diagram {...view} />}</QueryView>
)
