import type { Area } from './kit/entity.ts'

// a record, so that the compiler reports a missing area
const all: Record<Area, 1> = {
  system: 1,
  storage: 1,
  log: 1,
  develop: 1,
  job: 1,
  desk: 1,
  news: 1,
  flow: 1,
  project: 1,
  report: 1,
}

/** Areas of the contract, also the first segment of console addresses. A separate file, to keep the kit out of the first page. */
export const areaNames: readonly string[] = Object.keys(all)

/** First segments of screens in clients of the family; such an address redirects to our own (web/base/screen-paths.ts). */
export const familyPlaces: readonly string[] = ['authority', 'base', 'monitor', 'resource', 'tool']
