import { projectsAt } from '#contract/portal/project-places.ts'

/** Path of the list of projects of one year (null: all years), in one province or the whole country. */
export const rowsOf = (year: string | null, province?: string): string =>
  projectsAt({ ...(province ? { province } : {}), ...(year ? { year } : {}) })
