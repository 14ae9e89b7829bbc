import type { AnyEntity } from '../kit/entity.ts'
import { typeOf } from '../kit/kinds.ts'

/** Attributes of a person with which a column of a row can be compared. */
export type SubjectAttribute = 'user' | 'dept' | 'region' | 'operator' | 'organization'

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** The attribute of a person with which a column is compared; null if the column does not refer to people. */
export const subjectAttributeOf = (
  { name, fields }: Pick<AnyEntity, 'name' | 'fields'>,
  column: string,
): SubjectAttribute | null => {
  if (column === 'createUser') return 'user'
  if (column === 'createDept') return 'dept'
  if (column === 'id') return name === 'user' || name === 'dept' ? name : null
  const field = Object.hasOwn(fields, column) ? fields[column] : undefined
  if (field?.of === 'user' || field?.of === 'dept') return typeOf(field) === 'reference' ? field.of : null
  if (field?.of === 'region') return field.kind === 'code' ? 'region' : null
  if (field?.of === 'project_facilities_operator') return 'operator'
  return field?.rule === 'creditCode' ? 'organization' : null
}

const ofDepartments = (type: number) => type === 3 || type === 4

/** Default column of a scope: the owner of a row (type 2), or its department (types 3 and 4). */
export const usualColumn = (entity: Pick<AnyEntity, 'name' | 'fields'>, type: number): string => {
  if (!ofDepartments(type)) return entity.name === 'user' ? 'id' : 'createUser'
  if (entity.name === 'dept') return 'id'
  return subjectAttributeOf(entity, 'deptId') === 'dept' ? 'deptId' : 'createDept'
}

/** The columns of a scope, by their names in the contract; clients of the family send snake case, and "-" for none. */
export const parseColumns = (column: string | null | undefined): string[] =>
  (column ?? '')
    .split(',')
    .map((name) => camel(name.trim()))
    .filter((name) => name && name !== '-')

/** The columns that a scope compares with the person: the ones it names (types 2 to 4: if they fit), else the default one. */
export const comparedColumns = (
  entity: Pick<AnyEntity, 'name' | 'fields'>,
  { type, column }: { readonly type: number; readonly column: string },
): string[] => {
  const columns = parseColumns(column)
  if (type === 5) return columns
  const matchingColumns = columns.filter(
    (name) => subjectAttributeOf(entity, name) === (ofDepartments(type) ? 'dept' : 'user'),
  )
  return matchingColumns.length ? matchingColumns : [usualColumn(entity, type)]
}
