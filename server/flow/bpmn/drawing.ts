import { type BpmnElement, childrenOf } from './bpmn-element.ts'
import { readElements } from './parse.ts'
import { attributesIn, mapTags, withoutAttribute } from './xml-tags.ts'

/** The diagrams of a file, with references to the elements of its process. */
export interface Drawing {
  readonly diagrams: readonly BpmnElement[]
  /** How many pieces were wrong and left out: of elements that no longer exist, or without a place. */
  readonly omitted: number
}

export type Elements = Readonly<Record<string, BpmnElement>>

/** Farther away nobody finds anything. */
const farthest = 100_000
const isPlace = (value: unknown) => typeof value === 'number' && Math.abs(value) <= farthest
const isLength = (value: unknown) => isPlace(value) && (value as number) > 0

const hasPlace = ({ bounds, waypoint }: BpmnElement): boolean => {
  if (waypoint !== undefined) {
    const points = waypoint as readonly Record<string, unknown>[]
    return points.length > 1 && points.every(({ x, y }) => isPlace(x) && isPlace(y))
  }
  if (!bounds) return false
  const { x, y, width, height } = bounds as Record<string, unknown>
  return isPlace(x) && isPlace(y) && isLength(width) && isLength(height)
}

const readableId = /^[a-z_][\w-.]*$/i

/** Ids of the drawing that cannot be read, or that another element has, are left out: nothing refers to them. */
const withReadableIds = (drawing: string, elements: Elements): { readonly xml: string; readonly omitted: number } => {
  const used = new Set(Object.keys(elements))
  let omitted = 0
  const xml = mapTags(drawing, ({ kind }, source) => {
    const id = kind === 'close' ? undefined : attributesIn(source).get('id')
    if (id === undefined) return null
    const isGood = readableId.test(id) && !used.has(id)
    used.add(id)
    if (isGood) return null
    omitted++
    return withoutAttribute(source, 'id')
  })
  return { xml, omitted }
}

/** The places of one plane: those of existing elements, each once. */
const placesOf = (plane: BpmnElement, elementOf: (shape: BpmnElement) => BpmnElement | undefined) => {
  const all = (plane.planeElement ?? []) as readonly BpmnElement[]
  const drawn = new Set<BpmnElement>()
  const remaining = all.filter((shape) => {
    const element = elementOf(shape)
    if (!element || drawn.has(element) || !hasPlace(shape)) return false
    drawn.add(element)
    shape.set('bpmnElement', element)
    const label = shape.label as BpmnElement | undefined
    if (label?.bounds && !hasPlace(label)) shape.set('label', undefined)
    return true
  })
  plane.set('planeElement', remaining)
  return all.length - remaining.length
}

/** Gives an id to every piece that has none. */
const nameAll = (diagrams: readonly BpmnElement[], elements: Elements): void => {
  const all: BpmnElement[] = []
  const collect = (element: BpmnElement) => {
    all.push(element)
    for (const child of childrenOf(element)) collect(child)
  }
  for (const diagram of diagrams) collect(diagram)
  const used = new Set([...Object.keys(elements), ...all.flatMap(({ id }) => id ?? [])])
  for (const element of all) {
    if (element.id !== undefined || !/^bpmndi:BPMN(Diagram|Plane|Shape|Edge)$/.test(element.$type)) continue
    const stem = `${(element.bpmnElement as BpmnElement | undefined)?.id ?? element.$type.slice('bpmndi:'.length)}_di`
    let id = stem
    for (let n = 2; used.has(id); n++) id = `${stem}${n}`
    used.add(id)
    element.set('id', id)
  }
}

/** What is drawn. */
interface Subject {
  /** The elements of the file by id. */
  readonly elements: Elements
  /** The process, or the collaboration that shows it in a pool. */
  readonly whole: BpmnElement
}

const nothing: Drawing = { diagrams: [], omitted: 0 }

/**
 * Reads the diagrams of a file. What is wrong in them says nothing about the process, so it is left out and counted; an unreadable
 * drawing is none.
 */
export const readDrawing = async (drawing: string | null, { elements, whole }: Subject): Promise<Drawing> => {
  if (drawing === null) return nothing
  const ids = withReadableIds(drawing, elements)
  const parsed = await readElements(ids.xml).catch(() => null)
  if (!parsed) return { ...nothing, omitted: 1 }
  const { rootElement, warnings } = parsed
  const references = new Map(
    warnings.flatMap(({ element, property, value }) =>
      element && property === 'bpmndi:bpmnElement' ? [[element, value ?? ''] as const] : [],
    ),
  )
  const elementOf = (piece: BpmnElement): BpmnElement | undefined => elements[references.get(piece) ?? '']
  let omitted =
    ids.omitted + warnings.filter(({ element, message }) => !element && !message.startsWith('unsupported')).length
  const diagrams = ((rootElement.diagrams ?? []) as readonly BpmnElement[]).filter((diagram) => {
    const plane = diagram.plane as BpmnElement | undefined
    if (!plane) return false
    const element = elementOf(plane)
    if (!element) omitted++
    plane.set('bpmnElement', element ?? whole)
    omitted += placesOf(plane, elementOf)
    return true
  })
  nameAll(diagrams, elements)
  return { diagrams, omitted }
}
