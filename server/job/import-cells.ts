import { columnsOf, type Import, separators } from '#contract/job/importing.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, isMultiple } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { momentOf } from '../base/sheets/cell.ts'
import type { RawCell } from '../base/sheets/xlsx-read.ts'
import type { UserCtx } from '../engine/context.ts'
import type { Line } from './import-sheet.ts'
import { type Meanings, meanings } from './references.ts'

/** A fault of a line; `field` is null if it concerns the whole line. */
export interface LineFault {
  readonly field: string | null
  readonly text: Text
}

/** A line with its values by field, as a form would send them. Omits empty cells. */
export interface ParsedLine {
  readonly line: Line
  readonly value: Record<string, unknown>
  readonly faults: LineFault[]
}

const partsOf = (field: Field, cell: RawCell): string[] => {
  const text = String(cell).trim()
  if (text === '') return []
  return isMultiple(field.kind) ? text.split(separators).flatMap((part) => part.trim() || []) : [text]
}

/** 2026/1/2, 2026.1.2, 2026年1月2日 and serial day numbers of sheets → 2026-01-02; a time field also gets its time. */
const asMoment = (field: Field, cell: RawCell): string => {
  const isDate = field.kind === 'date'
  if (typeof cell === 'number') return momentOf(cell).slice(0, isDate ? 10 : 19)
  const [, year, month, day, time = ''] =
    /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D{0,2}((?:\d{1,2}:\d{2}(?::\d{2})?)?)$/.exec(cell.trim()) ?? []
  if (!year || !month || !day) return cell.trim()
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (isDate && !time) return date
  return `${date} ${(time || '00:00').padStart(5, '0').padEnd(8, ':00')}`
}

const asFlag = (field: Field, cell: RawCell): { value: unknown } | { fault: Text } => {
  const text = String(cell).trim()
  if ([...words.yes, '1', '√', 'Y', 'y'].includes(text)) return { value: 1 }
  if ([...words.no, '0', '×', 'N', 'n'].includes(text)) return { value: 0 }
  return { fault: fill(['{0}应填“是”或“否”', '{0} must be “Yes” or “No”'], field.label) }
}

const valueIn = (field: Field, cell: RawCell, meaningByWord: Meanings | null): { value: unknown } | { fault: Text } => {
  if (field.kind === 'flag') return asFlag(field, cell)
  if (field.kind === 'date' || field.kind === 'time') return { value: asMoment(field, cell) }
  if (!meaningByWord) return { value: field.kind === 'int' || field.kind === 'decimal' ? cell : String(cell).trim() }
  const matches = partsOf(field, cell).map((part) => meaningByWord.get(part))
  const fault = matches.find((meaning) => meaning && 'fault' in meaning)
  if (fault) return fault as { fault: Text }
  const values = matches.map((meaning) => (meaning as { value: string | number }).value)
  return { value: isMultiple(field.kind) ? values.join(',') : values[0] }
}

/** Reads the cells of all lines by the kinds of their fields; looks up the names of each column once for all lines. */
export const readCells = async (
  ctx: UserCtx,
  entities: Readonly<Record<string, AnyEntity>>,
  spec: Import,
  lines: readonly Line[],
): Promise<ParsedLine[]> => {
  const columns = await Promise.all(
    columnsOf(spec).map(async ([name, field]) => {
      const cellWords = new Set(lines.flatMap(({ cells }) => partsOf(field, cells[name] ?? '')))
      return [name, field, await meanings(ctx, entities, field, [...cellWords])] as const
    }),
  )
  return lines.map((line) => {
    const parsedLine: ParsedLine = { line, value: {}, faults: [] }
    for (const [name, field, meaningByWord] of columns) {
      const cell = line.cells[name]
      if (cell === undefined || String(cell).trim() === '') continue
      // the parent may be another line of the sheet: `linkParents` in import-rows.ts resolves it
      const isParent = spec.parentKey !== undefined && spec.entity.name === field.of
      const result = isParent ? { value: String(cell).trim() } : valueIn(field, cell, meaningByWord)
      if ('fault' in result) parsedLine.faults.push({ field: name, text: result.fault })
      else parsedLine.value[name] = result.value
    }
    return parsedLine
  })
}
