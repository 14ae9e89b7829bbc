import { separators } from '#contract/job/importing.ts'
import type { Field } from '#contract/kit/field.ts'
import { fold, isBlankText, visibleText } from '#contract/kit/fold.ts'
import { isLong, isMoment, isMultiple, isNumber } from '#contract/kit/kinds.ts'
import { parseNumber } from '#contract/kit/parse-number.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { momentOf } from '../../base/sheets/calendar.ts'
import type { Cell, SheetCell } from '../../base/sheets/cell.ts'
import type { Meanings } from './references.ts'

/** What a cell means for a field: a value as a form would send it, or a fault. */
type CellMeaning = { readonly value: unknown } | { readonly fault: Text }

/** Digits that programs store of a number in a cell. */
const exactDigits = 15
const minInexact = 10 ** exactDigits

const plainNotation = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: exactDigits })

/** A number as people write it: without an exponent, and without the digits that binary fractions add. */
const textOfNumber = (number: number): string =>
  Number.isSafeInteger(number) ? String(number) : plainNotation.format(number)

/** The text of a cell as it is displayed. */
export const textOf = (cell: SheetCell): string => {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return (cell ? words.yes : words.no)[0]
  if ('error' in cell) return cell.error
  return 'at' in cell ? cell.at : textOfNumber(cell.number)
}

export const isBlank = (cell: SheetCell): boolean => typeof cell === 'string' && isBlankText(cell)

/** A cell of an upload as it is written into another sheet. */
export const asWritten = (cell: SheetCell): Cell => {
  if (typeof cell !== 'object') return cell
  if ('error' in cell) return cell.error
  return 'at' in cell ? cell : cell.number
}

/** Results of failed formulas; CSV files have them as texts. */
const formulaError =
  /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|UNKNOWN!|CONNECT!)$/
/** A number as programs shorten it in a narrow column, and save it in a CSV file. */
const shortened = /^-?\d(?:\.\d+)?E\+\d{2,3}$/
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/
/** Text that the database cannot store: NUL or half of a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the characters to reject
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

const errorText: Text = [
  '单元格是公式错误 {0}，请改为正确的内容',
  'The cell contains the formula error {0}; please enter a value',
]
const digitsText: Text = [
  '超过 15 位的数字已不完整：该列须为文本格式，Excel 只保留 15 位',
  'The number has more than 15 digits and is incomplete: Excel stores only 15. The column must have the format Text',
]
const shortenedText: Text = [
  '“{0}”是科学计数法，数字已不完整：该列须为文本格式',
  '“{0}” is in scientific notation and incomplete: the column must have the format Text',
]
const lineBreakText: Text = [
  '{0}只能填写一行，单元格内有换行',
  '{0} must be a single line, but the cell contains a line break',
]
const unstorableText: Text = ['{0}含有无法保存的字符', '{0} contains characters that cannot be saved']

/** Whether a value of the field may have several lines; those with several values may have one in each line. */
const hasLines = ({ kind }: Field) => isLong(kind) || isMultiple(kind)

/** What makes a cell unusable for every field of its kind; null if nothing does. */
const faultOf = (field: Field, cell: SheetCell): Text | null => {
  const text = textOf(cell)
  if ((typeof cell === 'object' && 'error' in cell) || formulaError.test(text)) return fill(errorText, text)
  if (typeof cell === 'object' && 'number' in cell && Math.abs(cell.number) >= minInexact) return digitsText
  if (!isNumber(field) && shortened.test(text)) return fill(shortenedText, text)
  if (unstorable.test(text)) return fill(unstorableText, field.label)
  return lineBreak.test(text) && !hasLines(field) ? fill(lineBreakText, field.label) : null
}

/** The words of a cell that name values of a field with codes or references. */
export const wordsIn = (field: Field, cell: SheetCell): string[] => {
  const text = textOf(cell)
  if (text === '' || faultOf(field, cell)) return []
  return isMultiple(field.kind) ? text.split(separators).flatMap((part) => part.trim() || []) : [text]
}

/** The text of a cell with the digits and signs of a Chinese keyboard as plain ones. */
const plainTextOf = (cell: SheetCell): string => visibleText(textOf(cell)).normalize('NFKC').trim()

/** 2026/1/2, 2026.1.2, 2026年1月2日 and days of a calendar → 2026-01-02; a time field also gets its time. */
const asMoment = (field: Field, cell: SheetCell): string => {
  const isDate = field.kind === 'date'
  const at = typeof cell === 'object' && 'serial' in cell ? momentOf(cell.serial) : null
  const moment = at ?? (typeof cell === 'object' && 'at' in cell ? cell.at : null)
  if (moment !== null) return isDate ? moment.slice(0, 10) : moment.padEnd(19, ' 00:00:00')
  const [, year, month, day, time = ''] =
    /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D{0,2}((?:\d{1,2}:\d{2}(?::\d{2})?)?)$/.exec(plainTextOf(cell)) ?? []
  if (!year || !month || !day) return textOf(cell)
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (isDate && !time) return date
  return `${date} ${(time || '00:00').padStart(5, '0').padEnd(8, ':00')}`
}

const asFlag = (field: Field, cell: SheetCell): CellMeaning => {
  const text = fold(textOf(cell))
  if ([...words.yes, '1', '√', 'y', 'true'].map(fold).includes(text)) return { value: 1 }
  if ([...words.no, '0', '×', 'n', 'false'].map(fold).includes(text)) return { value: 0 }
  return { fault: fill(['{0}应填“是”或“否”', '{0} must be “Yes” or “No”'], field.label) }
}

/** Fifteen digits of a number, as it is displayed; of a text, the number that a form would read. */
const asNumber = (cell: SheetCell): number | string =>
  typeof cell === 'object' && 'number' in cell ? Number(textOfNumber(cell.number)) : parseNumber(textOf(cell))

const asWords = (field: Field, cell: SheetCell, meaningByWord: Meanings): CellMeaning => {
  const matches = wordsIn(field, cell).map((word) => meaningByWord.get(word))
  const fault = matches.find((meaning) => meaning && 'fault' in meaning)
  if (fault) return fault as { fault: Text }
  const values = matches.map((meaning) => (meaning as { value: string | number }).value)
  return { value: isMultiple(field.kind) ? values.join(',') : values[0] }
}

/** The only place that decides what a cell means for a field. `meaningByWord` is null unless the field has codes or references. */
export const meaningOf = (field: Field, cell: SheetCell, meaningByWord: Meanings | null): CellMeaning => {
  const fault = faultOf(field, cell)
  if (fault) return { fault }
  if (field.kind === 'flag') return asFlag(field, cell)
  if (isMoment(field)) return { value: asMoment(field, cell) }
  if (meaningByWord) return asWords(field, cell, meaningByWord)
  if (isNumber(field)) return { value: asNumber(cell) }
  return { value: textOf(cell).replace(/\r\n?/g, '\n') }
}
