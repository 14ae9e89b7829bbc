import type { Area } from './kit/entity.ts'

// a record, so that the compiler names an area that is missing
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

/** Areas of the contract, by which addresses of the console begin too; by themselves, as the first page needs no more of the kit. */
export const areaNames: readonly string[] = Object.keys(all)

/** Where clients of the family have screens of ours beside these: such an address leads on to our own (web/base/screen-paths.ts). */
export const familyPlaces: readonly string[] = ['authority', 'base', 'monitor', 'resource', 'tool']
