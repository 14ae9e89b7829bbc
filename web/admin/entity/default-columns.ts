import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fitsCell, hasFields, isLong, isMoment } from '#contract/kit/kinds.ts'

/** Columns of the table, in order: those of the declaration, otherwise its short fields and the creation time. */
export const listedColumns = (entity: AnyEntity): readonly string[] => {
  if (entity.list) return entity.list
  const short = Object.entries(entity.fields as Fields).filter(
    ([, field]) => !isLong(field.kind) && !hasFields(field) && field.kind !== 'secret',
  )
  const names = short.map(([name]) => name)
  return short.some(([, field]) => isMoment(field)) ? names : [...names, 'createTime']
}

/** Columns that a table offers besides: other fields of the declaration, and when a row was created and changed. */
export const furtherColumns = (entity: AnyEntity, columns: readonly string[]): string[] => {
  const existingNames = new Set(columns)
  const candidates = Object.entries(entity.fields as Fields).filter(
    ([, field]) => fitsCell(field) && !isLong(field.kind) && field.direction !== 'in',
  )
  const names = new Set([...candidates.map(([name]) => name), 'createTime', 'updateTime'])
  return [...names].filter((name) => !existingNames.has(name))
}
