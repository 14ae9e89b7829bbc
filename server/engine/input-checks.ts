import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { type Fields, secretMask, split } from '#contract/kit/field.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { checkRichTexts } from '../base/html/rich-text-checks.ts'
import { identifier } from './column-types.ts'
import type { Ctx } from './context.ts'
import { checkFiles, rowBefore } from './file-references.ts'
import { dictionaries } from './labels.ts'
import { checkReferences } from './reference-checks.ts'

type Input = Readonly<Record<string, unknown>>

const enterAgain: Text = ['{0}已更改，请重新输入{1}', 'Changed: {0}. Enter this again: {1}']

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

/**
 * A stored secret is only sent where it was entered for: otherwise whoever may change an address could have it sent to a host of their own.
 */
const checkSecrets = async (ctx: Ctx, { name: table, fields }: AnyEntity, input: Input, id: unknown) => {
  const faults: Fault[] = []
  for (const [at, { sentTo = [], label }] of Object.entries(fields as Fields)) {
    const names = sentTo.filter((name) => input[name] !== undefined)
    if (names.length === 0 || !['', null, undefined, secretMask].includes(input[at] as string)) continue
    const [stored = {}] = await run<Input>(
      ctx.db,
      sql`select ${sql.join(names.map((name) => sql`${identifier(name)}::text as ${sql.ref(name)}`))} from ${identifier(table)} where id = ${id}`,
    )
    const changed = names.filter((name) => String(input[name] ?? '') !== String(stored[name] ?? ''))
    const labels = changed.map((name) => fields[name].label as Text)
    if (labels.length) faults.push({ at, text: fill(enterAgain, listText(labels), label) })
  }
  if (faults.length) throw faulty(faults)
}

/** The same checks of values that belong to no row yet and to no entity: fields that people declare. Throws faults. */
export const checkNewValues = async (ctx: Ctx, fields: Fields, input: Input): Promise<void> => {
  checkRichTexts(fields, input)
  await checkDictionaries(ctx, fields, input)
  const nothing = async () => ({})
  await checkFiles(ctx, fields, input, nothing)
  await checkReferences(ctx, fields, input, nothing)
}

/** Checks that need more than the field declarations: rich texts, dictionaries, files, other rows. Throws faults. */
export const checkInput = async (ctx: Ctx, entity: AnyEntity, input: Input, id?: unknown) => {
  checkRichTexts(entity.fields, input)
  await checkDictionaries(ctx, entity.fields, input)
  if (id !== undefined) await checkSecrets(ctx, entity, input, id)
  const readBefore = () => rowBefore(ctx, entity, id)
  await checkFiles(ctx, entity.fields, input, readBefore)
  await checkReferences(ctx, entity.fields, input, readBefore)
}
