import type { Text } from '#contract/kit/text.ts'
import { wholeShape } from './drawn-process.ts'
import type { Modeler, Shape } from './editor-parts.ts'
import { kindOf } from './element-words.ts'

/** Something that can be added to the drawing without a mouse. */
export interface Addition {
  readonly label: Text
  readonly add: () => void
}

const timer = { type: 'bpmn:BoundaryEvent', eventDefinitionType: 'bpmn:TimerEventDefinition' }
const nodes = [
  ...['UserTask', 'ServiceTask', 'ExclusiveGateway', 'ParallelGateway', 'InclusiveGateway'],
  ...['SubProcess', 'EndEvent'],
] as const
/** Elements after which something can follow. */
const leads = /^bpmn:(StartEvent|BoundaryEvent|UserTask|ServiceTask|SubProcess|\w+Gateway)$/

const withType = ([zh, en]: Text, type: string): Text => {
  const [typeZh, typeEn] = kindOf(type)
  return [`${zh}${typeZh}`, `${en} ${typeEn.toLowerCase()}`]
}

const create = (modeler: Modeler, attributes: { readonly type: string }): Shape =>
  modeler.get('elementFactory').createShape({
    ...attributes,
    ...(attributes.type === 'bpmn:SubProcess' ? { isExpanded: true } : {}),
  })

const select = (modeler: Modeler, shape: Shape) => {
  modeler.get('selection').select(shape)
  modeler.get('canvas').scrollToElement(shape.id)
}

/** All elements with a place, without the labels that belong to them. */
export const elementsOf = (modeler: Modeler): readonly Shape[] => {
  const root = modeler.get('canvas').getRootElement()
  return modeler.get('elementRegistry').filter((shape) => shape !== root && !shape.labelTarget)
}

/** A free place at the right of everything. */
const freePlace = (modeler: Modeler) => {
  const boxes = elementsOf(modeler).filter(({ width }) => width !== undefined)
  const right = Math.max(60, ...boxes.map(({ x = 0, width = 0 }) => x + width))
  return { x: right + 140, y: boxes[0]?.y === undefined ? 160 : boxes[0].y + (boxes[0].height ?? 0) / 2 }
}

const place = (modeler: Modeler, type: string) => () => {
  const shape = create(modeler, { type })
  select(modeler, modeler.get('modeling').createShape(shape, freePlace(modeler), wholeShape(modeler)))
}

const attachTimer = (modeler: Modeler, host: Shape) => () => {
  const modeling = modeler.get('modeling')
  const { x = 0, y = 0, width = 0, height = 0 } = host
  const others = elementsOf(modeler).filter((one) => one.host === host).length
  const at = { x: x + width - 20 - 40 * others, y: y + height }
  select(modeler, modeling.createShape(create(modeler, timer), at, host, { attach: true }))
}

const startInside = (modeler: Modeler, parent: Shape) => () => {
  const { x = 0, y = 0, height = 0 } = parent
  const at = { x: x + 60, y: y + height / 2 }
  select(modeler, modeler.get('modeling').createShape(create(modeler, { type: 'bpmn:StartEvent' }), at, parent))
}

/** What can be added where the selection is: after it, at its border or inside it; otherwise beside the drawing. */
export const additionsTo = (modeler: Modeler, shape: Shape): readonly Addition[] => {
  const { type } = shape
  if (!leads.test(type))
    return ['StartEvent', ...nodes].map((name) => ({
      label: kindOf(`bpmn:${name}`),
      add: place(modeler, `bpmn:${name}`),
    }))
  const after = nodes.map((name): Addition => {
    const added = { type: `bpmn:${name}` }
    return {
      label: withType(['在其后添加', 'After it: '], added.type),
      add: () => modeler.get('autoPlace').append(shape, create(modeler, added)),
    }
  })
  const isHost = /^bpmn:(UserTask|ServiceTask|SubProcess)$/.test(type)
  return [
    ...after,
    ...(isHost
      ? [
          {
            label: withType(['在其边界添加', 'On its border: '], timer.eventDefinitionType),
            add: attachTimer(modeler, shape),
          },
        ]
      : []),
    ...(type === 'bpmn:SubProcess'
      ? [{ label: withType(['在其内添加', 'Inside it: '], 'bpmn:StartEvent'), add: startInside(modeler, shape) }]
      : []),
  ]
}

/** The elements to which a flow can lead from the selection. */
export const targetsOf = (modeler: Modeler, source: Shape): readonly Shape[] =>
  leads.test(source.type)
    ? elementsOf(modeler).filter((target) => {
        const allowed = modeler.get('rules').allowed('connection.create', { source, target })
        return typeof allowed === 'object' && allowed?.type === 'bpmn:SequenceFlow'
      })
    : []

export const connect = (modeler: Modeler, source: Shape, target: Shape): void =>
  select(modeler, modeler.get('modeling').connect(source, target))

export const remove = (modeler: Modeler, shape: Shape): void => modeler.get('modeling').removeElements([shape])
