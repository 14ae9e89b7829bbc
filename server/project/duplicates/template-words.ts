import type { Field, Fields } from '#contract/kit/field.ts'
import { informationFields } from '#contract/project/information.ts'
import { parts } from '#contract/project/parts.ts'
import { template } from '#contract/project/template.ts'
import type { Template } from '../template/template-row.ts'
import { nameLength, overviewLength, type TemplateWords } from './compared-file.ts'
import { shingleSet } from './compared-text.ts'

const labelsIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ label, fields: inner }: Field) => [label[0], ...labelsIn(inner ?? {})])

/** What the form says itself: names of its parts and fields, and why they are asked. */
const formTexts = parts.flatMap(({ label, why, fields }) => [label[0], why[0], ...labelsIn(fields)])
const formShingles = shingleSet(formTexts, overviewLength)

const kindNames = template.fields.kind.choices.map(([, label]) => label[0])

/** The words of a template and of the form, which are no sign of a copy. */
export const templateWords = (
  row: Pick<Template, 'templateName' | 'guide' | 'materials'> | undefined,
): TemplateWords => {
  const titles = ((row?.materials ?? []) as { title?: string | null }[]).map(({ title }) => title ?? '')
  const ownShingles = shingleSet([row?.templateName ?? '', row?.guide ?? '', ...titles], overviewLength)
  return {
    pairs: shingleSet([row?.templateName ?? '', informationFields.projectName.label[0], ...kindNames], nameLength),
    shingles: new Set([...formShingles, ...ownShingles]),
  }
}
