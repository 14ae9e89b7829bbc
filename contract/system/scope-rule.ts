import type { AnyEntity } from '../kit/entity.ts'

/** What a person stands for, that a column of a row can be compared with. */
export type SubjectAttribute = 'user' | 'dept' | 'region' | 'operator' | 'organization'

const pointing = ['ref', 'refs', 'tree']
const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** What of the person's a column is compared with; null where it says nothing of people. */
export const subjectAttributeOf = (
  { name, fields }: Pick<AnyEntity, 'name' | 'fields'>,
  column: string,
): SubjectAttribute | null => {
  if (column === 'createUser') return 'user'
  if (column === 'createDept') return 'dept'
  if (column === 'id') return name === 'user' || name === 'dept' ? name : null
  const field = Object.hasOwn(fields, column) ? fields[column] : undefined
  if (field?.of === 'user' || field?.of === 'dept') return pointing.includes(field.kind) ? field.of : null
  if (field?.of === 'region') return field.kind === 'code' ? 'region' : null
  if (field?.of === 'project_facilities_operator') return 'operator'
  return field?.rule === 'creditCode' ? 'organization' : null
}

const ofDepartments = (type: number) => type === 3 || type === 4

/** The column that says whose a row is (type 2), or in which department (types 3 and 4), where a scope names none. */
export const usualColumn = (entity: Pick<AnyEntity, 'name' | 'fields'>, type: number): string => {
  if (!ofDepartments(type)) return entity.name === 'user' ? 'id' : 'createUser'
  if (entity.name === 'dept') return 'id'
  return subjectAttributeOf(entity, 'deptId') === 'dept' ? 'deptId' : 'createDept'
}

/** The columns a scope names, in the names of the contract; the family of clients writes them with underscores, and none as "-". */
export const parseColumns = (column: string | null | undefined): string[] =>
  (column ?? '')
    .split(',')
    .map((name) => camel(name.trim()))
    .filter((name) => name && name !== '-')

/** The columns a scope compares with the person: those it names, of types 2 to 4 those of them that fit, else the usual one. */
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
