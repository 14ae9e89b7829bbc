import type { Action, Button, Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { type Fields, nameKey } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { currentLang } from '#web/base/api/language.ts'

/** A row as the generic components see it: they read its fields by name. */
export type AnyRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly children?: readonly AnyRow[]
  /** In a level that is loaded separately: whether the row has children. */
  readonly hasChildren?: boolean
}

/** A row of an entity's own list or tree, by the types of its fields. */
export const asRowOf = <T extends AnyEntity>(_entity: T, row: AnyRow): RowOf<T> => row as unknown as RowOf<T>

/** A call looked up by name. Inputs and outputs of each verb are fixed in contract/kit/verbs.ts, so the casts below hold. */
type NamedCall = Endpoint<Readonly<Record<string, unknown>>, unknown>
const callsByName = (entity: AnyEntity): Readonly<Record<string, NamedCall | undefined>> => entity.calls

/** Placeholder for a call that an entity does not have; never sent. */
export const noCall: Endpoint<never, never> = {
  method: 'GET',
  path: '',
  access: 'login',
  label: ['', ''],
  input: {},
  output: { as: 'nothing' },
}

/** The calls of an entity's default screen; undefined if the entity does not have one. */
export const callsOf = (entity: AnyEntity) => {
  const calls = callsByName(entity)
  return {
    page: (calls.page ?? calls.list) as Endpoint<ListInput, Page<AnyRow>> | undefined,
    forest: calls.forest as Endpoint<ListInput, AnyRow[]> | undefined,
    detail: calls.detail as Endpoint<Readonly<Record<string, unknown>>, AnyRow> | undefined,
    add: calls.save ?? calls.submit,
    edit: calls.update ?? calls.submit,
    remove: calls.remove,
    removed: calls.removed as Endpoint<ListInput, Page<AnyRow>> | undefined,
    restore: calls.restore,
    reorder: calls.reorder,
  }
}

/** The name of a call in its entity. */
export const nameOf = (entity: AnyEntity, call: NamedCall): string =>
  Object.entries(callsByName(entity)).find(([, one]) => one === call)?.[0] ?? ''

/** The key parameter of a call, which is its first: `id`, `ids`, `code`, `userIds`. */
export const keyField = (call: { readonly input: Fields }): string => Object.keys(call.input)[0] ?? 'id'

/** An action that has a button on the entity's screen. */
export interface EntityAction {
  readonly name: string
  readonly call: NamedCall
  readonly button: Button
  /** Inputs of the action besides the rows it acts on. */
  readonly inputFields: Fields
}

const inputFieldsOf = (call: NamedCall, button: Button): Fields =>
  Object.fromEntries(
    Object.entries(call.input)
      .slice(button.at === 'toolbar' ? 0 : 1)
      .map(([name, field]) => [name, button.requiredFields?.includes(name) ? { ...field, required: true } : field]),
  )

export const buttonsOf = (entity: AnyEntity): EntityAction[] =>
  Object.entries(entity.actions as Readonly<Record<string, Action>>).flatMap(([name, { button }]) => {
    const call = callsByName(entity)[name]
    return button && call ? [{ name, call, button, inputFields: inputFieldsOf(call, button) }] : []
  })

/** Display name of a row; in English its English name, if it has one. */
export const titleIn = (entity: Pick<AnyEntity, 'title'>, row: AnyRow): string => {
  const name = entity.title
  const english = currentLang() === 'en' ? row[`${name}En`] : null
  return String(english || (row[nameKey(name)] ?? row[name] ?? row.id))
}

export type FieldGroup = { readonly label: Text; readonly fields: Fields }

const basics: Text = ['基本信息', 'Basics']

/** The parts of a form: the entity's groups, otherwise all or some fields in one part; without output-only fields. */
export const partsOf = (entity: AnyEntity, fieldNames?: readonly string[]): FieldGroup[] => {
  const fields = entity.fields as Fields
  const formFields = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => (fields[name] && fields[name].direction !== 'out' ? [[name, fields[name]]] : [])),
    )
  const singleGroup = [{ label: basics, fields: fieldNames ?? Object.keys(fields) }]
  return (fieldNames ? singleGroup : (entity.groups ?? singleGroup)).map(({ label, fields: names }) => ({
    label,
    fields: formFields(names),
  }))
}
