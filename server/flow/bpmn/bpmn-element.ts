/** An element as bpmn-moddle reads it. What a file says of it is checked by elements.ts. */
export interface BpmnElement {
  readonly $type: string
  readonly $attrs?: Readonly<Record<string, string>>
  $parent?: BpmnElement
  readonly $descriptor: {
    readonly propertiesByName: Readonly<Record<string, PropertyDescriptor>>
  }
  get(name: string): unknown
  set(name: string, value: unknown): void
  id?: string
  name?: string
  [property: string]: unknown
}

interface PropertyDescriptor {
  readonly isReference?: boolean
  readonly isAttr?: boolean
  readonly type?: string
  readonly default?: unknown
  readonly ns: { name: string }
}

/** Elements directly inside an element: its values that are elements and no references. */
export const childrenOf = (element: BpmnElement): readonly BpmnElement[] =>
  Object.keys(element)
    .filter((key) => !element.$descriptor?.propertiesByName[key]?.isReference && !key.startsWith('$'))
    .flatMap((key) => element[key])
    .filter((value): value is BpmnElement => typeof value === 'object' && value !== null && '$type' in value)

/** All BPMN elements of a tree, without the diagram and without what other tools add. */
export const elementsIn = (element: BpmnElement): readonly BpmnElement[] =>
  !element.$type.startsWith('bpmn:') ? [] : [element, ...childrenOf(element).flatMap(elementsIn)]
