import { generalMatter, type MatterDetail } from '#contract/desk/general-matter.ts'
import { fieldsOfMatter, type MatterField } from '#contract/flow/matter-fields.ts'
import { type Fields, nameKey, text } from '#contract/kit/field.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** The fields that somebody fills in: title, and approver if the starter names one, then those of the form. */
export const inputsOf = (declared: readonly MatterField[], handlers: readonly string[]): Fields => {
  const { title, taskUser } = generalMatter.actions.startProcess.input
  return {
    title,
    ...(handlers.includes('taskUser') ? { taskUser: { ...taskUser, required: true } } : {}),
    ...fieldsOfMatter(declared),
  }
}

/** Values of a form as its calls take them. */
export const sentValues = ({ title, taskUser, ...content }: FormValues) => ({
  title: String(title ?? ''),
  ...(taskUser ? { taskUser: String(taskUser) } : {}),
  content: JSON.stringify(content),
})

/** The names of the people whom a matter has, by id. */
export const peopleIn = (declared: readonly MatterField[], content: MatterDetail['content']): Map<string, string> =>
  new Map(
    declared.flatMap(({ kind, code }): [string, string][] => {
      const [id, name] = kind === 'person' && code ? [content[code], content[nameKey(code)]] : []
      return id && name ? [[String(id), String(name)]] : []
    }),
  )

/** The content of a matter as it is read: people by their names. */
export const readableContent = (
  declared: readonly MatterField[],
  content: MatterDetail['content'],
): { fields: Fields; values: FormValues } => {
  const people = declared.filter(({ kind }) => kind === 'person')
  const named = people.flatMap(({ code, fieldName }) => (code ? [{ code, name: fieldName ?? code }] : []))
  return {
    fields: {
      ...fieldsOfMatter(declared),
      ...Object.fromEntries(named.map(({ code, name }) => [code, text(name, name)])),
    },
    values: { ...content, ...Object.fromEntries(named.map(({ code }) => [code, content[nameKey(code)] ?? null])) },
  }
}
