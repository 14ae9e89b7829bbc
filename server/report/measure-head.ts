import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { kinds } from '#contract/kit/kinds.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Measure, type MeasureForm, measureKindLabel } from '#contract/report/report-content.ts'
import { isSummable } from '#contract/report/report-fields.ts'
import type { Decimals, MeasureHead } from '#contract/report/report-result.ts'

const decimalsOf = (fields: Fields, { kind, field, form }: Measure): Decimals => {
  if (form === 'change') return { min: 1, max: 1, isSigned: true }
  if (form === 'share') return { min: 1, max: 1 }
  if (kind === 'count' || form === 'rank') return { min: 0, max: 0 }
  const { min = 0, max = 0 } = field ? (kinds[(fields[field] as Field).kind].decimals ?? {}) : {}
  return { min, max: ['average', 'median', 'slowest'].includes(kind) ? 2 : Math.min(2, max) }
}

/** A sum has the name of its field; other figures have their own before the unit: 总投资中位数（万元）. */
const figureLabel = (entity: AnyEntity, fields: Fields, { kind, field }: Measure): Text => {
  if (kind === 'count') return fill(['{0}数', 'Count'], entity.rowLabel ?? entity.label)
  const [zh, en] = (fields[field ?? ''] as Field).label
  const [zhKind, enKind] = measureKindLabel(kind)
  if (kind === 'sum') return [zh, en]
  const unit = unitOf(zh)
  return [`${zh.slice(0, zh.length - unit.length)}${zhKind}${unit}`, `${en}, ${enKind.toLowerCase()}`]
}

/** The unit at the end of a label. */
const unitOf = (label: string): string => /（[^（]*）$/.exec(label)?.[0] ?? ''

const formLabels: Readonly<Record<MeasureForm, Text>> = {
  share: ['占比（%）', 'share (%)'],
  rank: ['排名', 'Rank'],
  change: ['较上期增减（%）', 'change (%)'],
}

/** What stands above the column of a figure. A figure in another form has no unit but that of the form. */
export const measureHead = (entity: AnyEntity, fields: Fields, measure: Measure): MeasureHead => {
  const [zh, en] = figureLabel(entity, fields, measure)
  const form = measure.form ? formLabels[measure.form] : null
  const label: Text = form
    ? [`${zh.slice(0, zh.length - unitOf(zh).length)}${form[0]}`, `${en}, ${form[1].toLowerCase()}`]
    : [zh, en]
  return { label, decimals: decimalsOf(fields, measure), isSummable: isSummable(measure) }
}
