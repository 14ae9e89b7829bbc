import { consoleWords } from '#contract/console-words.ts'
import { synonymsOf } from '#contract/desk/page-synonyms.ts'
import type { RecordMatch } from '#contract/desk/record-search.ts'
import { entities } from '#contract/index.ts'
import type { Action, Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { PlusIcon } from '#web/ui/icons.ts'
import type { ListedOption, OptionGroup } from '#web/ui/option-list.tsx'
import { hasAddForm } from '../screens.tsx'
import type { FrameAction } from './frame-actions.tsx'
import { MenuIcon } from './icons.tsx'
import { type Entry, leavesOf } from './menu-entries.ts'
import type { RecentChoice } from './recent-choices.ts'
import { matchesOf } from './text-matches.ts'

/** The list of an entity with only this record: filtered by its most specific field, or by its id. */
const recordAddress = (entity: AnyEntity, { id, fields }: RecordMatch): string => {
  const [field] = fields
  const filter = field ? { [`${field.name}_equal`]: field.value } : { id }
  return `${screenPathOf(entity)}?${new URLSearchParams(filter)}`
}

type Localize = (text: Text) => string

/** What choosing an item does: open an address, here or in a new window, or run an action. */
export type Target =
  | { readonly path: string; readonly isExternal: boolean; readonly state?: object }
  | { readonly run: () => void }

export interface PaletteItem extends ListedOption {
  readonly target: Target
  /** Other words that find it. */
  readonly otherNames?: readonly string[]
  readonly record?: RecordMatch
}

const entityByName: Readonly<Record<string, AnyEntity>> = entities

const menuItem = (menu: Omit<Entry, 'below'>, kind?: string): PaletteItem => ({
  key: `menu:${menu.path}`,
  sign: <MenuIcon source={menu.icon} />,
  label: menu.label,
  kind: kind === menu.label ? undefined : kind,
  otherNames: synonymsOf(menu.code),
  target: { path: menu.path, isExternal: menu.isExternal },
})

/** The pages without a menu, and all menus. */
export const menuItems = (pages: readonly Entry[], entries: readonly Entry[]): PaletteItem[] => [
  ...pages.map((page) => menuItem(page)),
  ...entries.flatMap((group) => leavesOf([group]).map((leaf) => menuItem(leaf, group.label))),
]

/** 新增用户 and the like, for the lists that the person can open and add rows to. The list opens its form by the state. */
const addItems = (entries: readonly Entry[], t: Localize, may: (code: string) => boolean): PaletteItem[] => {
  const sign = <PlusIcon />
  const codes = new Set(leavesOf(entries).map(({ code }) => code))
  return Object.values(entityByName).flatMap((entity): PaletteItem[] => {
    const { name, code, rowLabel, label, calls } = entity
    const path = screenPathOf(entity)
    const canAdd = Boolean(calls.save ?? calls.submit) && may(`${code}_add`)
    if (!canAdd || !codes.has(code) || !hasAddForm(entity)) return []
    const [zh, en] = rowLabel ?? label
    const target = { path, isExternal: false, state: { add: name } }
    return [{ key: `add:${name}`, sign, label: t([`新增${zh}`, `Add ${en}`]), target }]
  })
}

export const actionItems = (
  entries: readonly Entry[],
  actions: readonly FrameAction[],
  t: Localize,
  may: (code: string) => boolean,
): PaletteItem[] => [
  ...addItems(entries, t, may),
  ...actions.map(
    ({ key, label, sign, run }): PaletteItem => ({ key: `action:${key}`, sign, label: t(label), target: { run } }),
  ),
]

/** A record opens in its list. */
export const recordItem = (record: RecordMatch, t: Localize): PaletteItem | null => {
  const entity = entityByName[record.entity]
  if (!entity) return null
  const others = record.fields.filter(({ value }) => value !== record.title)
  const factOf = ({ name, value }: (typeof others)[number]) => {
    const [zh, en] = (entity.fields as Fields)[name]?.label ?? [name, name]
    return t([`${zh}：${value}`, `${en}: ${value}`])
  }
  return {
    key: `record:${record.entity}:${record.id}`,
    sign: <MenuIcon source={entity.code} />,
    label: record.title || others[0]?.value || record.id,
    detail: others.map(factOf).join(t(['；', '; '])),
    kind: t(entity.label),
    target: { path: recordAddress(entity, record), isExternal: false },
    record,
  }
}

/** At most this many actions of the first record. */
const maxRecordActions = 8

/**
 * What can be done with a record, besides opening it: its form, and the actions of its list. The list opens at the record and starts
 * the action by the state of the address.
 */
const recordActions = (record: RecordMatch, t: Localize, may: (code: string) => boolean): PaletteItem[] => {
  const entity = entityByName[record.entity]
  if (!entity) return []
  const address = recordAddress(entity, record)
  const { calls, actions, verbs, code } = entity
  const item = (name: string, label: string, path: string, state?: object): PaletteItem => ({
    key: `act:${record.entity}:${record.id}:${name}`,
    sign: <MenuIcon source={code} />,
    label: `${label}: ${record.title}`,
    target: { path, isExternal: false, ...(state && { state }) },
  })
  const isAllowed = ({ access }: Endpoint) => typeof access !== 'object' || access.perm.some(may)
  // screens that replace the standard form of a row have no verb for it
  const canEdit = verbs.includes('detail') && Boolean(calls.update ?? calls.submit) && may(`${code}_edit`)
  const edit = `${address}&${new URLSearchParams({ record: record.id, panel: 'edit' })}`
  return [
    ...(canEdit ? [item('edit', t(consoleWords.edit), edit)] : []),
    ...Object.entries(actions as Readonly<Record<string, Action>>).flatMap(([name, { button }]) => {
      const call = calls[name]
      if (!call || !button || button.at === 'toolbar' || !isAllowed(call)) return []
      return [item(name, t(button.label), address, { act: { entity: entity.name, action: name, id: record.id } })]
    }),
  ].slice(0, maxRecordActions)
}

const isAdding = ({ key }: PaletteItem) => key.startsWith('add:')

const maxItems = 8
const labels = {
  recent: ['最近使用', 'Recent'],
  menus: ['菜单', 'Menus'],
  records: ['数据', 'Records'],
  recordActions: ['对第一条数据的操作', 'Actions on the first record'],
  actions: consoleWords.operations,
} as const satisfies Record<string, Text>

/** What the palette can list. */
interface Choices {
  readonly menus: readonly PaletteItem[]
  readonly records: readonly PaletteItem[]
  readonly actions: readonly PaletteItem[]
  readonly recent: readonly RecentChoice[]
}

/** What the palette lists for a text: menus, records and actions that match it; without a text, recent choices and actions. */
export const groupsFor = (
  text: string,
  choices: Choices,
  t: Localize,
  may: (code: string) => boolean,
): OptionGroup<PaletteItem>[] => {
  const { menus, records, actions } = choices
  const group = (key: keyof typeof labels, options: readonly PaletteItem[]) => ({ key, label: t(labels[key]), options })
  if (text.trim()) {
    const best = (items: readonly PaletteItem[]) =>
      matchesOf(
        items,
        text,
        ({ label }) => label,
        ({ otherNames = [] }) => otherNames,
      ).slice(0, maxItems)
    const first = records[0]?.record
    return [
      group('menus', best(menus)),
      group('records', records),
      group('recordActions', first ? recordActions(first, t, may) : []),
      group('actions', best(actions)),
    ]
  }
  const recent = choices.recent.flatMap(({ key, record }): PaletteItem[] => {
    const item = record ? recordItem(record, t) : [...menus, ...actions].find((one) => one.key === key)
    return item ? [item] : []
  })
  const others = actions.filter(({ key }) => !recent.some((one) => one.key === key))
  const [adding, more] = [others.filter(isAdding).slice(0, maxItems / 2), others.filter((one) => !isAdding(one))]
  return [group('recent', recent), group('actions', [...adding, ...more].slice(0, maxItems))]
}
