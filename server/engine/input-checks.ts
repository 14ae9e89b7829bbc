import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { type Fields, split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { checkRichTexts } from '../base/html/rich-text-checks.ts'
import type { Ctx } from './context.ts'
import { checkFiles } from './file-references.ts'
import { dictionaries } from './labels.ts'
import { checkReferences } from './reference-checks.ts'

type Input = Readonly<Record<string, unknown>>

/** The fields that have a value in the input; null is a value. */
export const providedFields = (fields: Fields, input: Input) =>
  Object.entries(fields).filter(([name]) => Object.hasOwn(input, name) && input[name] !== undefined)

/** Every dictionary value must be in its dictionary. */
const checkDictionaries = async (ctx: Ctx, fields: Fields, input: Input) => {
  const faults: Fault[] = []
  for (const [name, field] of providedFields(fields, input)) {
    if ((field.kind !== 'dict' && field.kind !== 'dicts') || !field.of) continue
    const dictionary = (await dictionaries(ctx)).get(field.of)
    const value = input[name]
    const keys = value === null || value === '' ? [] : split(String(value))
    if (keys.some((key) => !dictionary?.has(key)))
      faults.push({ at: name, text: fill(['{0}不在可选范围内', '{0} is not one of the options'], field.label) })
  }
  if (faults.length) throw faulty(faults)
}

/** Checks that need more than the field declarations: rich texts, dictionaries, files, other rows. Throws faults. */
export const checkInput = async (ctx: Ctx, entity: AnyEntity, input: Input, id?: unknown) => {
  checkRichTexts(entity.fields, input)
  await checkDictionaries(ctx, entity.fields, input)
  await checkFiles(ctx, entity, input, id)
  await checkReferences(ctx, entity, input, id)
}
