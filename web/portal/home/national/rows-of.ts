import { projectsAt } from '#contract/portal/project-places.ts'

/** Where the projects of a year are listed, or of all; of a province, or of the country. */
export const rowsOf = (year: string | null, province?: string): string =>
  projectsAt({ ...(province ? { province } : {}), ...(year ? { year } : {}) })
