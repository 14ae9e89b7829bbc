import { daysTo1904, momentOf, timeOf } from './calendar.ts'
import type { NumberCell, SheetCell } from './cell.ts'
import type { Display } from './xlsx-styles.ts'
import { decodeText } from './xlsx-text.ts'

/** What the cells of a workbook refer to. */
export interface Workbook {
  /** Texts by their number, decoded. */
  readonly sharedTexts: readonly string[]
  /** How the numbers of each style are shown. */
  readonly styles: readonly Display[]
  /** Its days count from 1904-01-01 (18.17.4.1). */
  readonly isFrom1904: boolean
}

/** A cell as the sheet has it: its type and style, and the text of its value. */
export interface StoredCell {
  readonly type: string
  readonly style: number
  readonly value: string
}

/** A number with the format of a day or a time is what it shows; so is one that is filled up with zeros. */
const numberCell = (number: number, display: Display, isFrom1904: boolean): SheetCell => {
  const cell: NumberCell = { number, serial: isFrom1904 ? number + daysTo1904 : number }
  if (display === null) return cell
  if (typeof display === 'object')
    return number >= 0 && Number.isInteger(number) && String(number).length < display.minDigits
      ? String(number).padStart(display.minDigits, '0')
      : cell
  if (display === 'time' && number >= 0 && number < 1) return timeOf(number)
  const at = momentOf(cell.serial)
  return at === null ? cell : { at }
}

const isoMoment = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/

/** A date in ISO 8601; midnight is a day without time. */
const isoCell = (value: string): SheetCell => {
  const [, day, time = '00:00:00'] = isoMoment.exec(value) ?? []
  if (!day) return value
  return { at: time === '00:00:00' ? day : `${day} ${time}` }
}

/** The only place that reads a cell of a workbook: its type (18.18.11), style, calendar and escapes. */
export const readCell = ({ type, style, value }: StoredCell, workbook: Workbook): SheetCell => {
  if (value === '') return ''
  if (type === 's') return workbook.sharedTexts[Number(value)] ?? ''
  if (type === 'e') return { error: value }
  if (type === 'b') return value === '1' || value === 'true'
  if (type === 'd') return isoCell(value)
  if (type !== 'n') return decodeText(value)
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return numberCell(number, workbook.styles[style] ?? null, workbook.isFrom1904)
}
