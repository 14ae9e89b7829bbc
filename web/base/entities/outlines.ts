import { type Outline, outlines } from './outlines.data.ts'

export type { Outline } from './outlines.data.ts'

const byName = new Map(outlines.map((outline) => [outline.name, outline]))

/** What the console knows at once of the entity of this name. */
export const outlineOf = (name: string | null | undefined): Outline | undefined => byName.get(name ?? '')
