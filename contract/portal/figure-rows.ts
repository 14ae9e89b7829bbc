import { type Days, daysOfMonth } from './periods.ts'
import { type ProjectFilters, projectsAt } from './project-places.ts'

/** A selection of the dashboard, from which its figures and the addresses of their rows follow. */
export interface Selection {
  readonly days: Days
  /** Code of a province; null for the whole country. */
  readonly province: string | null
}

/** The same selection in one month. */
export const inMonth = ({ province }: Selection, month: string): Selection => ({ province, days: daysOfMonth(month) })

/** Address of the listed projects of a selection. */
export const projectRowsAt = ({ days, province }: Selection, more: ProjectFilters = {}): string =>
  projectsAt({
    ...(province ? { province } : {}),
    ...(days.from ? { listedFrom: days.from } : {}),
    ...(days.to ? { listedTo: days.to } : {}),
    ...more,
  })

/** Address of the console's list of the submitted declarations of a selection. */
export const declarationRowsAt = ({ days, province }: Selection, furthestStage: number): string => {
  const filters = new URLSearchParams({ furthestStage_ge: String(furthestStage) })
  if (days.from) filters.set('applyTime_dategt', days.from)
  if (days.to) filters.set('applyTime_datelt', days.to)
  if (province) filters.set('province', province)
  return `/project/declaration?${filters}`
}
