import type { FigureWithParts } from './figure-parts.ts'
import type { FigureKey } from './figure-words.ts'
import type { ProjectFilter } from './public-projects.ts'

/** What the list of projects is narrowed to, as it stands in its address: everything in words. */
export type ProjectFilters = { readonly [N in ProjectFilter]?: string }

/** Where a listed project is told of. */
export const projectAt = (id: string): string => `/projectDetails/${id}?type=project`

/** The address of the list with these filters: where a figure opens the rows it counts. */
export const projectsAt = (filters: ProjectFilters = {}): string => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/projects?${query}` : '/projects'
}

/** Where a figure is told by its parts, each with a way to its projects. */
export const partsAt = (figure: FigureWithParts): string => `/projects?figure=${figure}`

/** Where the rows of a figure are: one that counts projects opens their list, another its parts. */
export const rowsOfFigure = (key: FigureKey): string => {
  if (key === 'projects') return projectsAt()
  return key === 'networks' ? projectsAt({ hasNetwork: '1' }) : partsAt(key)
}
