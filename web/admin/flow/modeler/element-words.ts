import type { Text } from '#contract/kit/text.ts'
import type { Shape } from './editor-parts.ts'

/** The kinds of elements, by their types. */
export const typeWords: Readonly<Record<string, Text>> = {
  'bpmn:Process': ['流程', 'Process'],
  'bpmn:SubProcess': ['子流程', 'Sub-process'],
  'bpmn:StartEvent': ['开始事件', 'Start event'],
  'bpmn:EndEvent': ['结束事件', 'End event'],
  'bpmn:BoundaryEvent': ['定时边界事件', 'Timer'],
  'bpmn:UserTask': ['用户任务', 'User task'],
  'bpmn:ExclusiveGateway': ['排他网关', 'Exclusive gateway'],
  'bpmn:ParallelGateway': ['并行网关', 'Parallel gateway'],
  'bpmn:InclusiveGateway': ['包容网关', 'Inclusive gateway'],
  'bpmn:SequenceFlow': ['连线', 'Flow'],
  'bpmn:TextAnnotation': ['注释', 'Annotation'],
  'bpmn:Association': ['注释连线', 'Association'],
}

const nameIn = ({ businessObject }: Shape): string => String(businessObject.get('name') ?? '').trim()

/** An element in a list: its kind, and its name or what it connects. */
export const elementLabel = (shape: Shape): Text => {
  const { $type, id = shape.id } = shape.businessObject
  const [zh, en] = typeWords[$type] ?? [$type, $type]
  const { source, target } = shape
  const ends = source && target ? `${nameIn(source) || source.id} → ${nameIn(target) || target.id}` : ''
  const name = nameIn(shape) || ends || id
  return [`${zh} ${name}`, `${en} ${name}`]
}
