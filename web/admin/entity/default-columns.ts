import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
import { listFieldsOf } from './calls.ts'

const isMoment = (field: Field | undefined) => field?.kind === 'time' || field?.kind === 'date'

/** Columns of the default table: the listed fields, and the creation time unless they include another time. */
export const plainColumns = (entity: AnyEntity, dated: boolean): string[] => {
  const names = listFieldsOf(entity)
  const fields = entity.fields as Fields
  return dated && !names.some((name) => isMoment(fields[name])) ? [...names, 'createTime'] : names
}

const unsupportedKinds: readonly Kind[] = ['longText', 'richText', 'one', 'many', 'secret', 'file', 'files']

/** Columns that a table offers besides the screen's: other fields of the declaration, and when a row was created and changed. */
export const furtherColumns = (
  entity: AnyEntity,
  columns: readonly (string | { readonly name: string })[],
): string[] => {
  const existingNames = new Set(columns.map((column) => (typeof column === 'string' ? column : column.name)))
  const candidates = Object.entries(entity.fields as Fields).filter(
    ([, { kind, direction }]) => !unsupportedKinds.includes(kind) && direction !== 'in',
  )
  const names = new Set([...candidates.map(([name]) => name), 'createTime', 'updateTime'])
  return [...names].filter((name) => !existingNames.has(name))
}
