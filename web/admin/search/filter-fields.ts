import { createdFiltersOf, type Filter, filtersOf } from '#contract/filter-chips.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'

/** The inputs of an entity's search bar, from the given names, with the creation time if `isDated`. */
export const searchFilters = (entity: AnyEntity, names: readonly string[], isDated: boolean): readonly Filter[] => [
  ...names.filter((name) => name !== 'createTime').flatMap((name) => filtersOf(name, entity.fields[name])),
  ...(isDated ? createdFiltersOf(entity) : []),
]

/** Approximate width of a text in em: Chinese characters are one em wide, those of other scripts about half. */
const emsOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.55), 0)

/** Longer labels wrap to a second line. */
const maxEms = 8

/** Common width of labels in em, so that the inputs after them are aligned. */
export const labelEms = (labels: readonly string[]): number =>
  Math.min(maxEms, Math.ceil(Math.max(0, ...labels.map(emsOf))))
