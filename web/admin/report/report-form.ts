import type { Choice, Field, Fields } from '#contract/kit/field.ts'
import { isMoment } from '#contract/kit/kinds.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { fieldsOf, isGroupable, measurableOf } from '#contract/report/report-fields.ts'
import type { FormValues } from '#web/form/form-values.ts'

const choicesOf = (fields: Fields, fits: (field: Field) => boolean): Choice[] =>
  Object.entries(fields).flatMap(([name, field]) => (fits(field) ? [[name, field.label] as const] : []))

/** The same list, whose rows choose a field of the source instead of typing its name. */
const choosing = (list: Field, changes: Fields): Field => ({ ...list, fields: { ...list.fields, ...changes } })

const asChoice = (field: Field, choices: readonly Choice[]): Field => ({ ...field, kind: 'choice', choices })

/** The fields of the form: groups and figures are chosen from the fields of the source, a period only for times. */
export const reportFields = (fields: Fields, values: FormValues): Fields => {
  const counted = (values.content as ReportContent | null)?.source ?? null
  const sourceFields = fieldsOf(counted)
  const { content } = fields
  const { source, rows, columns, measures, ...rest } = content?.fields ?? {}
  if (!content || !source || !rows?.fields || !columns || !measures?.fields) return fields
  const groupable = choicesOf(sourceFields, isGroupable)
  const times = choicesOf(sourceFields, isMoment).map(([name]) => name)
  const grouping = {
    field: asChoice(rows.fields.field as Field, groupable),
    period: { ...(rows.fields.period as Field), when: { field: times } },
  }
  const measure = {
    field: {
      ...asChoice(
        measures.fields.field as Field,
        choicesOf(measurableOf(counted), () => true),
      ),
      required: true,
      when: { kind: ['sum', 'average', 'median', 'slowest', 'min', 'max'] },
    },
  }
  return {
    ...fields,
    content: {
      ...content,
      fields: {
        source: { ...source, required: true },
        ...rest,
        rows: choosing(rows, grouping),
        columns: choosing(columns, grouping),
        measures: choosing(measures, measure),
      },
    },
  }
}
