import { type AnyPart, parts } from './parts.ts'
import { isWithin } from './paths.ts'
import type { Status } from './status.ts'

/** The caller reads a whole declaration, or these places of it (`information.city`, `contact`; docs/decisions/0128). */
export type ReadablePlaces = Status['readable']

export const isReadable = (at: string, places: ReadablePlaces): boolean => places === 'all' || isWithin(at, places)

/** Whether the caller reads something of this place. */
export const hasReadable = (at: string, places: ReadablePlaces): boolean =>
  isReadable(at, places) || (places !== 'all' && places.some((place) => place.startsWith(`${at}.`)))

/** The parts of which the caller reads something, each with the fields that they read. */
export const readableParts = (places: ReadablePlaces): readonly AnyPart[] =>
  places === 'all'
    ? parts
    : parts
        .filter(({ code }) => hasReadable(code, places))
        .map((part) => ({
          ...part,
          fields: Object.fromEntries(
            Object.entries(part.fields).filter(([name]) => hasReadable(`${part.code}.${name}`, places)),
          ),
        }))
