/** An element as bpmn-moddle reads it. What a file says of it is checked by elements.ts. */
export interface BpmnElement {
  readonly $type: string
  readonly $attrs?: Record<string, string>
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
export const childrenOf = (element: BpmnElement): readonly BpmnElement[] => {
  const children: BpmnElement[] = []
  for (const key of Object.keys(element)) {
    const value = element[key]
    if (typeof value !== 'object' || value === null || key.startsWith('$')) continue
    if (element.$descriptor?.propertiesByName[key]?.isReference) continue
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'object' && one !== null && '$type' in one) children.push(one)
  }
  return children
}

/** All BPMN elements of a tree, without the diagram and without what other tools add. */
export const elementsIn = (element: BpmnElement): readonly BpmnElement[] => {
  const found: BpmnElement[] = []
  const add = (one: BpmnElement) => {
    if (!one.$type.startsWith('bpmn:')) return
    found.push(one)
    for (const child of childrenOf(one)) add(child)
  }
  add(element)
  return found
}
