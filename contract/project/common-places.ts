import { asRows, type Documents } from './draft-values.ts'
import { paperPlace, paperTypeOf } from './moves-of-many.ts'
import { parts } from './parts.ts'
import { rowKeyOf } from './paths.ts'
import { isReadable, type ReadablePlaces } from './readable.ts'

/** Whether it is a place that declarations may have in common: a part, or the papers of a type. */
export const isCommonPlace = (place: string): boolean =>
  parts.some(({ code }) => code === place) || paperTypeOf(place) !== null

/** The papers of a declaration by their type, each with the place of its file. */
const papersIn = (documents: Documents) =>
  asRows(documents.material?.files).map((row, i) => ({
    type: String(row.type ?? ''),
    at: `material.files.${rowKeyOf(row, i)}.attachId`,
  }))

/** What a common place is in this declaration, as far as the caller reads it: a part, or the files of these papers. */
export const placesIn = (documents: Documents, place: string, readable: ReadablePlaces): string[] => {
  const type = paperTypeOf(place)
  const places = type === null ? [place] : papersIn(documents).flatMap((paper) => (paper.type === type ? paper.at : []))
  return places.filter((at) => isReadable(at, readable))
}

/** The common places that this declaration has and the caller reads. */
export const commonPlacesOf = (documents: Documents, readable: ReadablePlaces): string[] => {
  const papers = new Set(papersIn(documents).map(({ type }) => paperPlace(type)))
  return [...parts.map(({ code }) => code), ...papers].filter(
    (place) => isCommonPlace(place) && placesIn(documents, place, readable).length > 0,
  )
}
