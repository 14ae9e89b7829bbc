import { consoleWords } from '../console-words.ts'
import type { Endpoint } from '../kit/call.ts'
import type { AnyEntity, NoImport, SheetImport } from '../kit/entity.ts'
import type { Field, Fields } from '../kit/field.ts'
import { fitsCell } from '../kit/kinds.ts'
import type { Text } from '../kit/text.ts'

/** An import from a sheet: its fields, and the key by which it recognises an existing row. */
export interface Import {
  readonly entity: AnyEntity
  readonly perm: string
  readonly fields: readonly string[]
  /** Empty if no field identifies a row: every line is added. */
  readonly key: readonly string[]
  /** The key of the parent row, which may be in the same sheet; null at the top level. */
  readonly parentKey?: (row: Readonly<Record<string, unknown>>) => readonly string[] | null
  /** How rows are recognised, if the declaration says it in its own words; see `hintOf` of uploaded-sheet.ts. */
  readonly hint?: Text
}

export const importWords: Text = consoleWords.import

const fieldsOf = ({ fields }: AnyEntity): string[] =>
  Object.entries(fields as Fields).flatMap(([name, field]) =>
    fitsCell(field) && field.direction !== 'out' ? [name] : [],
  )

/** The first unique text identifies a row; in a tree without one, its title below the same parent. */
const keyOf = ({ fields, title }: AnyEntity): string[] => {
  const unique = Object.entries(fields as Fields).find(([, { kind, unique }]) => unique && kind === 'text')
  if (unique) return [unique[0]]
  return fields.parentId?.kind === 'tree' ? [title, 'parentId'] : []
}

/** The call that adds a row, if callers need the permission to add for it. */
export const addCallOf = (entity: AnyEntity): Endpoint | undefined => {
  const { save, submit }: Readonly<Record<string, Endpoint | undefined>> = entity.calls
  const call = save ?? submit
  return typeof call?.access === 'object' && call.access.perm.includes(`${entity.code}_add`) ? call : undefined
}

/** The call that changes a row; an import that updates rows needs the same access. */
export const editCallOf = (entity: AnyEntity): Endpoint | undefined => {
  const { update, submit }: Readonly<Record<string, Endpoint | undefined>> = entity.calls
  return update ?? submit
}

const isImportable = (imports: SheetImport | NoImport): imports is SheetImport => !('none' in imports)

/** The import of an entity: of every entity whose rows can be added, unless its declaration says why not. */
export const importOf = (entity: AnyEntity): Import | undefined => {
  const imports: SheetImport | NoImport = entity.imports ?? {}
  if (!addCallOf(entity) || !isImportable(imports)) return undefined
  const key = imports.key ?? keyOf(entity)
  const spec = { entity, perm: `${entity.code}_import`, fields: fieldsOf(entity) }
  return { ...spec, ...imports, key }
}

/** Permissions of all imports; the register (contract/index.ts) adds those of each entity. */
export const importPerms: string[] = []

/** Separators between several values in one cell. */
export const separators = /[,，、;；\n]/

/** The columns of an import in order, as fields of their entity. */
export const columnsOf = ({ entity, fields }: Import): [name: string, field: Field][] =>
  fields.map((name) => [name, (entity.fields as Fields)[name] as Field])

/** Whether every new row needs a value in this column. */
export const isRequiredColumn = ({ required, initial, when }: Field): boolean =>
  required === true && initial === undefined && !when
