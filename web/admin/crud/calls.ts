import type { Action, Button, Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fields, nameKey } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { titleOf } from '#contract/title.ts'
import { currentLang } from '#web/base/say.ts'

/** A row as the parts of this kit see it: they read its fields by name. */
export type AnyRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly children?: readonly AnyRow[]
  /** Says in a level that is read by itself whether rows lie below. */
  readonly hasChildren?: boolean
}

/** A call looked up by name. What a verb takes and gives is fixed in contract/kit/verbs.ts, so the casts below hold. */
type Named = Endpoint<Readonly<Record<string, unknown>>, unknown>
const named = (entity: AnyEntity): Readonly<Record<string, Named | undefined>> => entity.calls

/** Stands where an entity has no such call; never asked. */
export const noCall: Endpoint<never, never> = {
  ...{ method: 'GET', path: '', access: 'login', label: ['', ''], input: {}, output: { as: 'nothing' } },
}

/** The calls an entity's plain screen makes; undefined where the entity has none. */
export const callsOf = (entity: AnyEntity) => {
  const calls = named(entity)
  return {
    page: (calls.page ?? calls.list) as Endpoint<ListInput, Page<AnyRow>> | undefined,
    forest: calls.forest as Endpoint<ListInput, AnyRow[]> | undefined,
    detail: calls.detail as Endpoint<Readonly<Record<string, unknown>>, AnyRow> | undefined,
    add: calls.save ?? calls.submit,
    edit: calls.update ?? calls.submit,
    remove: calls.remove,
    removed: calls.removed as Endpoint<ListInput, Page<AnyRow>> | undefined,
    restore: calls.restore,
  }
}

/** The name a call has in its entity. */
export const nameOf = (entity: AnyEntity, call: Named): string =>
  Object.entries(named(entity)).find(([, one]) => one === call)?.[0] ?? ''

/** What a call that goes by one key or several takes first: `id`, `ids`, `code`, `userIds`. */
export const keyField = (call: { readonly input: Fields }): string => Object.keys(call.input)[0] ?? 'id'

/** An action that has a button on the entity's screen. */
export interface Pressed {
  readonly name: string
  readonly call: Named
  readonly button: Button
  /** What it asks for beside the rows it acts on. */
  readonly asks: Fields
}

const asksOf = (call: Named, button: Button): Fields =>
  Object.fromEntries(
    Object.entries(call.input)
      .slice(button.at === 'toolbar' ? 0 : 1)
      .map(([name, field]) => [name, button.requiredFields?.includes(name) ? { ...field, required: true } : field]),
  )

export const buttonsOf = (entity: AnyEntity): Pressed[] =>
  Object.entries(entity.actions as Readonly<Record<string, Action>>).flatMap(([name, { button }]) => {
    const call = named(entity)[name]
    return button && call ? [{ name, call, button, asks: asksOf(call, button) }] : []
  })

/** What people call a row; in English by its English name, where it has one. */
export const titleIn = (entity: AnyEntity, row: AnyRow): string => {
  const name = titleOf(entity)
  const english = currentLang() === 'en' ? row[`${name}En`] : null
  return String(english || (row[nameKey(name)] ?? row[name] ?? row.id))
}

/** The fields of a table, in order: those of `list`, else all that fit into a line. */
export const listed = (entity: AnyEntity): string[] => {
  const fields = entity.fields as Fields
  const long = ['longText', 'richText', 'one', 'many', 'secret']
  return [...(entity.list ?? Object.keys(fields).filter((name) => !long.includes(fields[name]?.kind ?? '')))]
}

export type Labelled = { readonly label: Text; readonly fields: Fields }

const basics: Text = ['基本信息', 'Basics']

/** The parts of a form: the entity's groups, else its fields, or some, in one; without what only comes out. */
export const partsOf = (entity: AnyEntity, some?: readonly string[]): Labelled[] => {
  const fields = entity.fields as Fields
  const taken = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => (fields[name] && fields[name].direction !== 'out' ? [[name, fields[name]]] : [])),
    )
  const whole = [{ label: basics, fields: some ?? Object.keys(fields) }]
  return (some ? whole : (entity.groups ?? whole)).map(({ label, fields: names }) => ({
    label,
    fields: taken(names),
  }))
}
