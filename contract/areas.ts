import type { Area } from './kit/entity.ts'

// a record, so that the compiler reports a missing area
const areaSet: Record<Area, 1> = {
  system: 1,
  inbox: 1,
  storage: 1,
  log: 1,
  develop: 1,
  job: 1,
  desk: 1,
  news: 1,
  flow: 1,
  work: 1,
  project: 1,
  report: 1,
}

/** Areas of the contract, also the first segments of console addresses. A separate file keeps the kit out of the first load. */
export const areaNames: readonly string[] = Object.keys(areaSet)

/** First segments of screen addresses in clients of the family; they redirect to ours (web/base/page/screen-paths.ts). */
export const familyPlaces: readonly string[] = ['authority', 'base', 'monitor', 'resource', 'tool']
