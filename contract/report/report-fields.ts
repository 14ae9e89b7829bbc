import type { Fault } from '../kit/fail.ts'
import type { Field, Fields } from '../kit/field.ts'
import { isMoment, isMultiple, isNumber, typeOf } from '../kit/kinds.ts'
import { fill, type Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'
import type { Grouping, Measure, ReportContent } from './report-content.ts'
import { reportSource } from './report-sources.ts'

/** At most so many groups below each other, and figures beside each other. */
export const [maxRowGroups, maxMeasures] = [3, 6]

/** The fields of a source's rows that can be read, and the time at which each was added. */
export const fieldsOf = (source: string | null): Fields => {
  const found = reportSource(source)
  if (!found) return {}
  const { entity, fields, reading, without = [] } = found
  const isOffered = ([name, { direction }]: readonly [string, Field]) =>
    direction !== 'in' && name !== 'demo' && !without.includes(name)
  const offered = Object.entries<Field>({ ...reading?.fields, ...entity.fields, ...fields }).filter(isOffered)
  return { ...Object.fromEntries(offered), createTime: base.createTime }
}

/** Whether rows can be grouped by a field: by names, by time, by a year. Other texts would make a group of each row. */
export const isGroupable = (field: Field): boolean =>
  ['choice', 'dictionary', 'flag', 'moment'].includes(typeOf(field)) || field.kind === 'code' || field.rule === 'year'

/** Whether a group of this field is a period. */
export const isTimely = (field: Field | undefined): boolean =>
  field !== undefined && (isMoment(field) || field.rule === 'year')

/** The fields of which a sum or a median says something: amounts; of a reading only its own, as a row of the entity stands in it several times. */
export const measurableOf = (source: string | null): Fields => {
  const own = reportSource(source)?.reading?.fields
  const isMeasurable = ([name, field]: readonly [string, Field]) =>
    isNumber(field) && field.max !== 1 && (!own || Object.hasOwn(own, name))
  return Object.fromEntries(Object.entries(fieldsOf(source)).filter(isMeasurable))
}

/** Whether a row can belong to several groups of a field: it has several values, or is that of a reading. */
export const isRepeated = (source: string | null, name: string): boolean => {
  const field = fieldsOf(source)[name]
  const reading = reportSource(source)?.reading
  return field !== undefined && (isMultiple(field.kind) || Object.hasOwn(reading?.fields ?? {}, name))
}

const unknownField: Text = [
  '报表的数据中没有字段“{0}”，请改选其他字段',
  'The data has no field “{0}”; choose another one',
]
const notGroupable: Text = ['不能按{0}分组', 'Rows cannot be grouped by {0}']
const notMeasurable: Text = ['{0}不能用于计算', 'Nothing can be calculated of {0}']

const groupingFaults = (fields: Fields, { field: name, period }: Grouping, at: string): Fault[] => {
  const field = Object.hasOwn(fields, name) ? (fields[name] as Field) : undefined
  if (!field) return [{ at: `${at}.field`, text: fill(unknownField, name) }]
  if (!isGroupable(field)) return [{ at: `${at}.field`, text: fill(notGroupable, field.label) }]
  if (isMoment(field) && !period)
    return [{ at: `${at}.period`, text: ['请选择按年、季度或月分组', 'Choose years, quarters or months'] }]
  return []
}

const formFaults = ({ rows, columns }: ReportContent, fields: Fields, measure: Measure, at: string): Fault[] => {
  const hasTime = [...(rows ?? []), ...(columns ?? [])].some(({ field }) => isTimely(fields[field]))
  if (measure.form === 'change' && !hasTime)
    return [{ at, text: ['“较上期增减”须有时间或年份分组', 'A change needs times or years among the groups'] }]
  if (measure.form === 'share' && !['count', 'sum'].includes(measure.kind))
    return [{ at, text: ['只有计数和求和可以显示占合计的比例', 'Only counts and sums have a share of the total'] }]
  return []
}

const measureFaults = (source: string, { kind, field: name }: Measure, at: string): Fault[] => {
  if (kind === 'count') return []
  if (!name) return [{ at: `${at}.field`, text: ['请选择要计算的字段', 'Choose the field to calculate'] }]
  const fields = fieldsOf(source)
  const field = Object.hasOwn(fields, name) ? (fields[name] as Field) : undefined
  if (!field) return [{ at: `${at}.field`, text: fill(unknownField, name) }]
  return Object.hasOwn(measurableOf(source), name)
    ? []
    : [{ at: `${at}.field`, text: fill(notMeasurable, field.label) }]
}

const countFaults = ({ rows, columns, measures }: ReportContent): Fault[] => {
  const faults: Fault[] = []
  const add = (at: string, text: Text) => faults.push({ at, text })
  if (!rows?.length) add('content.rows', ['请至少选择一个行分组', 'Choose at least one group in rows'])
  if ((rows?.length ?? 0) > maxRowGroups)
    add('content.rows', fill(['行分组最多 {0} 级', 'At most {0} groups in rows'], maxRowGroups))
  if ((columns?.length ?? 0) > 1) add('content.columns', ['列分组最多一个', 'At most one group in columns'])
  if (!measures?.length) add('content.measures', ['请至少选择一个指标', 'Choose at least one figure'])
  if ((measures?.length ?? 0) > maxMeasures)
    add('content.measures', fill(['指标最多 {0} 个', 'At most {0} figures'], maxMeasures))
  return faults
}

const repeatedFaults = ({ rows, columns }: ReportContent, fields: Fields): Fault[] => {
  const groupings = [...(rows ?? []), ...(columns ?? [])]
  const keys = groupings.map(({ field, period }) => `${field} ${period ?? ''}`)
  const repeated = groupings.find((_, i) => keys.indexOf(keys[i] as string) < i)
  const several = groupings.filter(({ field }) => fields[field] && isMultiple((fields[field] as Field).kind))
  return [
    ...(repeated
      ? [
          {
            at: 'content.rows',
            text: fill(['不能按{0}分组两次', 'Rows are grouped by {0} twice'], fields[repeated.field]?.label ?? ''),
          },
        ]
      : []),
    ...(several.length > 1
      ? [
          {
            at: 'content.rows',
            text: [
              '可有多个值的字段（如应用场景）只能选一个用于分组',
              'Only one field that can have several values can be grouped by',
            ] as const,
          },
        ]
      : []),
  ]
}

const chartTexts = {
  time: ['折线图和面积图的首个行分组须为时间或年份', 'Lines and areas need times or years as the first group in rows'],
  map: ['省份地图的首个行分组须为省份', 'A map needs provinces as the first group in rows'],
  column: ['堆叠条形图须有列分组', 'Stacked bars need a group in columns'],
  sum: ['饼图和堆叠条形图须有计数或求和的指标', 'A pie and stacked bars need a count or a sum'],
  several: [
    '可有多个值的字段不能分割饼图和堆叠条形图，请改用条形图',
    'Fields with several values cannot divide a pie or stacked bars; choose bars',
  ],
} as const satisfies Readonly<Record<string, Text>>

/** Whether the figures of several groups can be added up. */
export const isSummable = ({ kind, form }: Measure): boolean => !form && (kind === 'count' || kind === 'sum')

/** The parts of a pie or of a stacked bar add up to a whole, and lines go through time. */
const chartFault = ({ source, chart, rows, columns, measures }: ReportContent, fields: Fields): Text | null => {
  const fieldAt = (groupings: ReportContent['rows']) => fields[groupings?.[0]?.field ?? '']
  const [row, column] = [fieldAt(rows), fieldAt(columns)]
  if (!row || !chart) return null
  if (chart === 'line' || chart === 'area') return isTimely(row) ? null : chartTexts.time
  if (chart === 'map') return rows?.[0]?.field === 'province' ? null : chartTexts.map
  if (chart !== 'pie' && chart !== 'stacked') return null
  if (chart === 'stacked' && !column) return chartTexts.column
  if (!measures?.some(isSummable)) return chartTexts.sum
  const parts = (chart === 'pie' ? rows : columns)?.[0]
  return parts && isRepeated(source, parts.field) ? chartTexts.several : null
}

/** What is wrong with a report, at the fields of its form; empty if it can run. */
export const reportFaults = (content: ReportContent | null | undefined): Fault[] => {
  if (!content) return [{ at: 'content', text: ['请设置报表内容', 'Set the content of the report'] }]
  if (!content.source) return [{ at: 'content.source', text: ['请选择统计对象', 'Choose what is counted'] }]
  const fields = fieldsOf(content.source)
  const fieldFaults = [
    ...(content.rows ?? []).flatMap((one, i) => groupingFaults(fields, one, `content.rows.${i}`)),
    ...(content.columns ?? []).flatMap((one, i) => groupingFaults(fields, one, `content.columns.${i}`)),
    ...(content.measures ?? []).flatMap((one, i) =>
      measureFaults(content.source as string, one, `content.measures.${i}`),
    ),
  ]
  if (fieldFaults.length) return [...countFaults(content), ...fieldFaults]
  const text = chartFault(content, fields)
  return [
    ...countFaults(content),
    ...repeatedFaults(content, fields),
    ...(content.measures ?? []).flatMap((one, i) => formFaults(content, fields, one, `content.measures.${i}.form`)),
    ...(text ? [{ at: 'content.chart', text }] : []),
  ]
}
