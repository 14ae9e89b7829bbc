import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Figure } from '#contract/portal/portal.ts'
import { type ProjectFilters, projectsAt } from '#contract/portal/project-places.ts'

/** The text of an operator's figure, linked to the projects it counts if there are any. */
export const operatorLink = ({ key, value }: Figure, filters: ProjectFilters, words: ReactNode): ReactNode =>
  value ? <Link to={projectsAt({ ...filters, operator: String(key) })}>{words}</Link> : words
