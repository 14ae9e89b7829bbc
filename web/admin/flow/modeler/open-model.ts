/** Name under which the page reopens the modeler after a reload. */
export const modelerDialog = 'modeler'

/** The model to edit; null for a new one. */
export interface OpenModel {
  readonly id: string | null
  /** An element with a fault, to be shown at once. */
  readonly elementId?: string
}
