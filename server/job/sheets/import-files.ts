import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { consoleWords } from '#contract/console-words.ts'
import { columnsOf, type Import, isRequiredColumn } from '#contract/job/importing.ts'
import { hintOf } from '#contract/job/uploaded-sheet.ts'
import type { Field } from '#contract/kit/field.ts'
import { isMultiple, isNumber, kinds, typeOf } from '#contract/kit/kinds.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { Download } from '../../base/http/send-file.ts'
import type { Cell, Sheet, SheetRow } from '../../base/sheets/cell.ts'
import { xlsxOf, xlsxType } from '../../base/sheets/xlsx.ts'
import type { UserCtx } from '../../engine/context.ts'
import { dictionaries } from '../../engine/labels.ts'
import { asWritten } from './cell-meaning.ts'
import type { ValidatedLine } from './import-rows.ts'
import type { UploadedSheet } from './import-sheet.ts'

/** The rows of a sheet as one chunk. */
async function* oneChunk<T>(...rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}

const referenceFormat = ({ kind }: Field): Text => {
  if (isMultiple(kind))
    return [
      '名称，机构可写全路径（上级/下级），多个以逗号分隔',
      'Names, separated by commas; departments also by full path (parent/child)',
    ]
  return kind === 'tree'
    ? ['名称或全路径（上级/下级），留空为顶级', 'Name or full path (parent/child); empty at the top']
    : ['名称', 'Name']
}

/** How a value is written, if its type decides it. */
const formatOf = (field: Field): Text | undefined => {
  if (isNumber(field)) return kinds[field.kind].decimals?.max ? ['数字', 'Number'] : ['整数', 'Whole number']
  if (field.kind === 'date') return ['日期，如 2026-01-31', 'Date, such as 2026-01-31']
  if (field.kind === 'code') return ['名称或编号', 'Name or code']
  return typeOf(field) === 'reference' ? referenceFormat(field) : undefined
}

const maxOptions = 60

/** The valid content of a column: the labels of its options, or how to write a value. */
const allowedValues = async (ctx: UserCtx, field: Field): Promise<string> => {
  const { lang } = ctx
  if (field.kind === 'flag') return [words.yes, words.no].map((word) => localize(word, lang)).join('、')
  if (field.choices) return field.choices.map(([, label]) => localize(label, lang)).join('、')
  if (typeOf(field) === 'dictionary') {
    const names = [...((await dictionaries(ctx)).get(field.of ?? '')?.values() ?? [])]
    return names
      .slice(0, maxOptions)
      .map((name) => localize(name, lang))
      .join('、')
  }
  const format = formatOf(field)
  return format
    ? localize(format, lang)
    : field.max
      ? localize(fill(['不超过{0}字', 'At most {0} characters'], field.max), lang)
      : ''
}

const headOf = (field: Field, lang: Lang) => `${localize(field.label, lang)}${isRequiredColumn(field) ? '*' : ''}`

/** A workbook with the headings of an import, and a second sheet that describes the valid content of each column. */
export const templateOf = async (ctx: UserCtx, spec: Import): Promise<Download> => {
  const { lang } = ctx
  const columns = columnsOf(spec)
  const about = await Promise.all(
    columns.map(
      async ([, field]): Promise<Cell[]> => [
        localize(field.label, lang),
        localize(isRequiredColumn(field) ? words.yes : words.no, lang),
        await allowedValues(ctx, field),
      ],
    ),
  )
  const hint: Cell[] = [localize(consoleWords.note, lang), null, localize(hintOf(spec), lang)]
  const updateHint: Cell[] = [
    null,
    null,
    localize(
      [
        '更新已有数据时，留空的单元格保持原值。',
        'When existing rows are updated, empty cells leave the current values unchanged.',
      ],
      lang,
    ),
  ]
  const sheets: Sheet[] = [
    {
      name: localize(spec.entity.label, lang),
      columns: columns.map(([, field]) => ({ title: headOf(field, lang), width: 18 })),
      rows: oneChunk(),
    },
    {
      name: localize(['填写说明', 'Instructions'], lang),
      columns: [
        { title: localize(['列', 'Column'], lang), width: 18 },
        { title: localize(['必填', 'Required'], lang), width: 10 },
        { title: localize(['可填内容', 'Allowed values'], lang), width: 90 },
      ],
      rows: oneChunk<SheetRow>(...about, hint, ...(spec.key.length ? [updateHint] : [])),
    },
  ]
  const bytes = await buffer(xlsxOf(sheets))
  const name = localize(fill(['{0}导入模板.xlsx', '{0} import template.xlsx'], spec.entity.label), lang)
  return { stream: Readable.from([bytes]), name, type: xlsxType, size: bytes.length }
}

/** The uploaded rows with faulty cells marked, and the messages at the end of each row. */
export const annotateSheet = (
  spec: Import,
  { fields }: UploadedSheet,
  validatedLines: readonly ValidatedLine[],
  lang: Lang,
): Readable => {
  const labels = new Map(columnsOf(spec).map(([name, field]) => [name, headOf(field, lang)]))
  const rows = validatedLines.map(({ line, faults }): SheetRow => {
    const faultyFields = new Set(faults.map(({ field }) => field))
    const cells = fields.map((name) => {
      const cell = asWritten(line.cells[name] ?? '')
      return faultyFields.has(name) ? { marked: cell } : cell
    })
    return [...cells, faults.map(({ text }) => localize(text, lang)).join('; ') || null]
  })
  const columns = [
    ...fields.map((name) => ({ title: labels.get(name) ?? name, width: 18 })),
    { title: localize(['问题', 'Problem'], lang), width: 60 },
  ]
  return xlsxOf([{ name: localize(spec.entity.label, lang), columns, rows: oneChunk<SheetRow>(...rows) }])
}
