import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fitsCell, isLong, isMoment } from '#contract/kit/kinds.ts'
import { listFieldsOf } from './calls.ts'

/** Columns of the default table: the listed fields, and the creation time unless they include another time. */
export const plainColumns = (entity: AnyEntity, dated: boolean): string[] => {
  const names = listFieldsOf(entity)
  const fields = entity.fields as Fields
  return dated && !names.some((name) => fields[name] && isMoment(fields[name])) ? [...names, 'createTime'] : names
}

/** Columns that a table offers besides the screen's: other fields of the declaration, and when a row was created and changed. */
export const furtherColumns = (
  entity: AnyEntity,
  columns: readonly (string | { readonly name: string })[],
): string[] => {
  const existingNames = new Set(columns.map((column) => (typeof column === 'string' ? column : column.name)))
  const candidates = Object.entries(entity.fields as Fields).filter(
    ([, field]) => fitsCell(field) && !isLong(field.kind) && field.direction !== 'in',
  )
  const names = new Set([...candidates.map(([name]) => name), 'createTime', 'updateTime'])
  return [...names].filter((name) => !existingNames.has(name))
}
