import type { MatterContent } from '#contract/desk/general-matter.ts'
import { fieldsOfMatter, type MatterField } from '#contract/flow/matter-fields.ts'
import { check } from '#contract/kit/check.ts'
import { faulty } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import type { Ctx } from '../engine/context.ts'
import { filesIn } from '../engine/file-references.ts'
import { checkNewValues } from '../engine/input-checks.ts'
import { addDisplayNames } from '../engine/labels.ts'

const unreadable = () =>
  faulty([{ at: 'content', text: ['填写内容应为 JSON 对象', 'The content has to be an object in JSON'] }])

const parsed = (json: string): MatterContent => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw unreadable()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  return value as MatterContent
}

/** The values of the declared fields in a request, checked as those of any row; throws faults at their codes. Whatever is not declared is left out. */
export const checkedContent = async (
  ctx: Ctx,
  declared: readonly MatterField[],
  json: string,
): Promise<MatterContent> => {
  const fields = fieldsOfMatter(declared)
  const { value, faults } = check(fields, parsed(json), { mode: 'new' })
  if (faults.length) throw faulty(faults)
  await checkNewValues(ctx, fields, value)
  return value
}

/** The ids of the files in values, each once. */
export const filesOf = (fields: Fields, contents: readonly MatterContent[]): string[] => [
  ...new Set(contents.flatMap((content) => filesIn(fields, content).map(({ id }) => id))),
]

/** Values that the conditions of a process may read: everything but files. */
export const variablesOf = (declared: readonly MatterField[], content: MatterContent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOfMatter(declared)).flatMap(([code, field]) =>
      typeOf(field) === 'file' ? [] : [[code, content[code] ?? null]],
    ),
  )

/** Values with the names of what they refer to, as in a row. */
export const namedContent = async (ctx: Ctx, fields: Fields, content: MatterContent): Promise<MatterContent> => {
  const [named = content] = await addDisplayNames(ctx, fields, [{ ...content }])
  return named
}
