import { type Field, type Fields, nameKey, split } from '#contract/kit/field.ts'
import { hasFields, hasName, isFile, isNumber, kinds } from '#contract/kit/kinds.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { UserCtx } from './context.ts'
import { addDisplayNames } from './labels.ts'
import { type PaperRow, rowsOf, type TextOf } from './paper-blocks.ts'

/** Names of what values refer to, by id; nothing that the reader may not see. */
export interface PaperNames {
  readonly files: ReadonlyMap<string, string>
  /** Of rows that references name. */
  readonly rows: ReadonlyMap<string, string>
}

const comma: Text = ['、', ', ']
const notOpen: Text = ['已选择，您无权查看其名称', 'Chosen; its name is not open to you']

/** The rows in a document, each with its fields: itself, its groups, the rows of its lists. */
export const rowsIn = (fields: Fields, body: PaperRow): (readonly [Fields, PaperRow])[] => [
  [fields, body],
  ...Object.entries(fields).flatMap(([name, field]) => {
    if (!hasFields(field)) return []
    return rowsOf(body[name]).flatMap((row) => rowsIn(field.fields ?? {}, row))
  }),
]

const withoutReferences = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => kind !== 'ref' && kind !== 'refs'))

/** Adds the names of codes beside them; every value is as it was typed, so references are looked up apart. */
export const withNames = async (ctx: UserCtx, fields: Fields, body: PaperRow): Promise<PaperRow> => {
  const copy = structuredClone(body)
  for (const [own, row] of rowsIn(fields, copy)) await addDisplayNames(ctx, withoutReferences(own), [row])
  return copy
}

const numberText = ({ kind }: Field, value: number, useGrouping: boolean): string => {
  const { max = 6, min = 0 } = kinds[kind].decimals ?? {}
  return value.toLocaleString('zh-CN', { maximumFractionDigits: max, minimumFractionDigits: min, useGrouping })
}

/**
 * Texts of values, as the pages show them: digits in groups, and a dash for nothing. The `plain` ones are for cells of a sheet, which have
 * neither.
 */
export const textsFor = ({ lang }: UserCtx, { files, rows }: PaperNames, look: 'page' | 'plain' = 'page'): TextOf => {
  const t = (text: Text) => localize(text, lang)
  const isPlain = look === 'plain'
  return (field, name, row) => {
    const value = row[name]
    if (value === null || value === undefined || value === '') return isPlain ? '' : '—'
    if (field.kind === 'flag') return t(value === 1 ? words.yes : words.no)
    if (isFile(field))
      return split(String(value))
        .map((id) => files.get(id) ?? '—')
        .join(t(comma))
    if (field.kind === 'ref') return rows.get(String(value)) ?? t(notOpen)
    if (typeof value === 'number' && isNumber(field)) return numberText(field, value, !isPlain)
    const display = hasName(field) ? row[nameKey(name)] : null
    return typeof display === 'string' && display ? display : String(value)
  }
}
