import type { Moddle, Modeler, Shape } from './editor-parts.ts'

const processIn = ({ businessObject }: Shape): Moddle | undefined =>
  businessObject.$type === 'bpmn:Participant' ? (businessObject.get('processRef') as Moddle | undefined) : undefined

const isExecutable = (process: Moddle | undefined) => process !== undefined && process.get('isExecutable') !== false

/** The pool with the process that is deployed; null in a drawing without pools. */
const poolIn = (modeler: Modeler): Shape | null => {
  const pools = modeler.get('elementRegistry').filter((shape) => processIn(shape) !== undefined && !shape.labelTarget)
  return pools.find((pool) => isExecutable(processIn(pool))) ?? pools[0] ?? null
}

/** What stands for the whole process: the drawing itself, or the pool in which it is drawn. */
export const wholeShape = (modeler: Modeler): Shape => poolIn(modeler) ?? modeler.get('canvas').getRootElement()

/** The process that is drawn. */
export const processOf = (modeler: Modeler): Moddle => {
  const shape = wholeShape(modeler)
  return processIn(shape) ?? shape.businessObject
}
