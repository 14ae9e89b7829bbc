import { snake } from '#contract/kit/text.ts'
import { type StoredOutline, storedOutlines } from './outlines.data.ts'

/** What the console knows at once of an entity, with the code of its permissions. */
export interface Outline extends StoredOutline {
  readonly code: string
}

/** Of all entities, in the order of the register. */
export const outlines: readonly Outline[] = storedOutlines.map((stored) => ({
  ...stored,
  code: stored.code ?? snake(stored.name),
}))

const byName = new Map(outlines.map((outline) => [outline.name, outline]))

/** What the console knows at once of the entity of this name. */
export const outlineOf = (name: string | null | undefined): Outline | undefined => byName.get(name ?? '')
