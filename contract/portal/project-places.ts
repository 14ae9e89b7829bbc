import type { FigureWithParts } from './figure-parts.ts'
import type { FigureKey } from './figure-words.ts'
import type { ProjectFilter } from './public-projects.ts'

/** Filters of the project list, as the text values of its address. */
export type ProjectFilters = { readonly [N in ProjectFilter]?: string }

/** Address of a listed project. */
export const projectAt = (id: string): string => `/projectDetails/${id}?type=project`

/** Address of the list with these filters: a figure links to the rows that it counts. */
export const projectsAt = (filters: ProjectFilters = {}): string => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/projects?${query}` : '/projects'
}

/** Address of the breakdown of a figure, whose parts link to their projects. */
export const partsAt = (figure: FigureWithParts): string => `/projects?figure=${figure}`

/** Address of the rows of a figure: the list if the figure counts projects, else its breakdown. */
export const rowsOfFigure = (key: FigureKey): string => {
  if (key === 'projects') return projectsAt()
  return partsAt(key)
}
