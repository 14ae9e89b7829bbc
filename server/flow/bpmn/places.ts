import type { BpmnElement } from './bpmn-element.ts'

/** The box of a node in a drawing. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

export const boundsOf = (shape: BpmnElement) => shape.bounds as unknown as Bounds

export const planesOf = (definitions: BpmnElement): readonly BpmnElement[] =>
  ((definitions.diagrams ?? []) as readonly BpmnElement[]).flatMap(
    ({ plane }) => (plane as BpmnElement | undefined) ?? [],
  )
export const placesIn = (plane: BpmnElement) => (plane.planeElement ?? []) as readonly BpmnElement[]

/** The pieces of a drawing by the id of their element. */
export const drawnIds = (definitions: BpmnElement): ReadonlyMap<string | undefined, BpmnElement> =>
  new Map(
    planesOf(definitions)
      .flatMap(placesIn)
      .map((shape) => [(shape.bpmnElement as BpmnElement | undefined)?.id, shape]),
  )
