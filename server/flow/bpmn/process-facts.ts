import { BpmnModdle } from 'bpmn-moddle'
import { Fail } from '#contract/kit/fail.ts'

/** Names of the process in a drawing, which may be unfinished. */
export interface ProcessFacts {
  readonly key: string | null
  readonly name: string | null
  readonly description: string | null
}

interface DrawnElement {
  readonly $type: string
  readonly id?: string
  readonly name?: string
  readonly isExecutable?: boolean
  readonly documentation?: readonly { readonly text?: string }[]
}

interface Drawing {
  readonly rootElement: { readonly rootElements?: readonly DrawnElement[] }
}

const notBpmn = () => new Fail(['流程定义不是有效的 BPMN 2.0 文件', 'The definition is not a valid BPMN 2.0 file'])

/** Key, name and description of the process that would be deployed. Throws for a text that is not BPMN. */
export const processFactsIn = async (xml: string): Promise<ProcessFacts> => {
  const { rootElement } = (await new BpmnModdle({}).fromXML(xml).catch(() => {
    throw notBpmn()
  })) as Drawing
  const { rootElements } = rootElement
  const processes = rootElements?.filter(({ $type }) => $type === 'bpmn:Process') ?? []
  const process = processes.find(({ isExecutable }) => isExecutable !== false) ?? processes[0]
  if (!process) throw notBpmn()
  return {
    key: process.id ?? null,
    name: process.name ?? null,
    description: process.documentation?.[0]?.text?.trim() ?? null,
  }
}
