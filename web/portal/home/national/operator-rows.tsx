import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Figure } from '#contract/portal/portal.ts'
import { type ProjectFilters, projectsAt } from '#contract/portal/project-places.ts'

/** Words of an operator's figure, leading to the projects it counts where there are any. */
export const operatorRows = ({ key, value }: Figure, within: ProjectFilters, words: ReactNode): ReactNode =>
  value ? <Link to={projectsAt({ ...within, operator: String(key) })}>{words}</Link> : words
