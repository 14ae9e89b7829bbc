import type { Services as ViewerServices } from '../diagram/viewer.ts'

/** An element of the definition, as bpmn-moddle reads it. */
export interface Moddle {
  readonly $type: string
  readonly id?: string
  readonly get: (name: string) => unknown
}

/** An element of the drawing. */
export interface Shape {
  readonly id: string
  readonly type: string
  readonly businessObject: Moddle
  /** Of a sequence flow. */
  readonly source?: Shape
  readonly target?: Shape
  /** The label of another element. */
  readonly labelTarget?: Shape
  /** The task that a timer is attached to. */
  readonly host?: Shape
  /** Absent for a flow. */
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
}

interface Place {
  readonly x: number
  readonly y: number
}

type Attributes = Readonly<Record<string, unknown>>

/** The parts of bpmn-js that are used here. */
interface Services extends Omit<ViewerServices, 'canvas' | 'elementRegistry'> {
  readonly modeling: {
    readonly updateProperties: (shape: Shape, attributes: Attributes) => void
    readonly updateModdleProperties: (shape: Shape, of: Moddle, attributes: Attributes) => void
    readonly createShape: (shape: Shape, at: Place, parent: Shape, hints?: { readonly attach?: boolean }) => Shape
    readonly connect: (source: Shape, target: Shape) => Shape
    readonly removeElements: (shapes: readonly Shape[]) => void
  }
  readonly bpmnFactory: { readonly create: (type: string, attributes: Attributes) => Moddle }
  readonly selection: { readonly get: () => readonly Shape[]; readonly select: (shape: Shape | null) => void }
  readonly elementRegistry: Omit<ViewerServices['elementRegistry'], 'get'> & {
    readonly get: (id: string) => Shape | undefined
    readonly filter: (isMatch: (shape: Shape) => boolean) => readonly Shape[]
  }
  readonly canvas: ViewerServices['canvas'] & { readonly getRootElement: () => Shape; readonly focus: () => void }
  readonly elementFactory: { readonly createShape: (attributes: Attributes) => Shape }
  readonly autoPlace: { readonly append: (source: Shape, shape: Shape) => Shape }
  readonly rules: {
    readonly allowed: (action: string, context: Attributes) => boolean | null | { readonly type?: string }
  }
  readonly palette: {
    readonly open: () => void
    readonly close: () => void
    readonly toggle: () => void
    readonly isOpen: () => boolean
  }
  readonly commandStack: {
    readonly undo: () => void
    readonly redo: () => void
    readonly canUndo: () => boolean
    readonly canRedo: () => boolean
  }
}

export interface Modeler {
  readonly get: <N extends keyof Services>(name: N) => Services[N]
  readonly importXML: (xml: string) => Promise<{ readonly warnings: readonly { readonly message: string }[] }>
  readonly saveXML: (options: { readonly format: boolean }) => Promise<{ readonly xml?: string }>
  readonly on: (events: string | readonly string[], listener: () => void) => void
  readonly destroy: () => void
}
