import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, type Fields, nameKey, split } from '#contract/kit/field.ts'
import { fitsCell, hasName, isLong, isMoment, isNumber, kinds, typeOf } from '#contract/kit/kinds.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { words } from '#contract/words.ts'
import type { Cell, Column } from '../../base/sheets/cell.ts'
import { isReadable } from '../../engine/column-types.ts'
import type { AnyRow } from './row-stream.ts'

/** A sheet column that reads its cell from a row of a list. */
export interface SheetColumn extends Column {
  readonly cell: (row: AnyRow) => Cell
}

const asIs = (name: string) => (row: AnyRow) => (row[name] ?? null) as Cell
const asText = (name: string) => (row: AnyRow) =>
  row[name] === null || row[name] === undefined ? null : String(row[name])
const asMoment = (name: string) => (row: AnyRow) => (typeof row[name] === 'string' ? { at: row[name] as string } : null)
const asYesNo = (name: string, lang: Lang) => (row: AnyRow) =>
  row[name] === 1 ? localize(words.yes, lang) : row[name] === 0 ? localize(words.no, lang) : null

const codeOf: Text = ['{0}（编码）', '{0} (code)']

/** The columns of a field; a coded field has one for its names and one for its codes. */
const columnsFor = (name: string, field: Field, lang: Lang): SheetColumn[] => {
  const title = localize(field.label, lang)
  const width = kinds[field.kind].width ?? 20
  const plain = (cell: SheetColumn['cell']): SheetColumn[] => [{ title, width, cell }]
  if (typeOf(field) === 'reference') return plain(asText(field.of ? nameKey(name) : name))
  if (hasName(field)) {
    const cell = field.kind === 'dict' || typeof field.choices?.[0]?.[0] === 'number' ? asIs(name) : asText(name)
    return [...plain(asText(nameKey(name))), { title: localize(fill(codeOf, title), lang), width: 12, cell }]
  }
  if (isMoment(field)) return plain(asMoment(name))
  if (field.kind === 'flag') return plain(asYesNo(name, lang))
  return plain(isNumber(field) ? asIs(name) : asText(name))
}

/** Fields exported by default: those of the declared export or list, and the creation time last. */
const defaultFields = ({ exportColumns, list, fields }: AnyEntity): string[] => {
  const names: readonly string[] =
    exportColumns ?? list ?? Object.keys(fields).filter((name) => !isLong(fields[name].kind))
  return [...names.filter((name) => name !== 'createTime'), 'createTime']
}

/** The columns of an export: the selected fields, in their order; skips fields that cannot be exported. */
export const sheetColumns = (entity: AnyEntity, selection: string | null | undefined, lang: Lang): SheetColumn[] => {
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  const exportableColumns = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && isReadable(field) && fitsCell(field) ? columnsFor(name, field, lang) : []
  }
  const columns = [...new Set(split(selection))].flatMap(exportableColumns)
  return columns.length ? columns : [...new Set(defaultFields(entity))].flatMap(exportableColumns)
}
