import { type Gives, nodes, nothing, type Page, page, row, rows, type TreeNode } from './call.ts'
import { type Fields, type Given, int, type Row, ref, refs, text, time, tree } from './field.ts'
import type { Text } from './text.ts'

/** Fields every row carries; the server alone writes them. */
export const base = {
  id: ref('主键', 'Id', { way: 'out', required: true }),
  tenantId: text('所属租户', 'Tenant', { way: 'out' }),
  createUser: ref('创建人', 'Created by', { way: 'out' }),
  createDept: ref('创建部门', 'Created in', { way: 'out' }),
  createTime: time('创建时间', 'Created at', { way: 'out' }),
  updateUser: ref('更新人', 'Updated by', { way: 'out' }),
  updateTime: time('更新时间', 'Updated at', { way: 'out' }),
  status: int('状态', 'Status', { way: 'out' }),
  isDeleted: int('是否删除', 'Removed', { way: 'out' }),
} as const

export type BaseRow = Row<typeof base>

/** Parameters of a list: page, size, sort (`ascs`, `descs`) and filters by declared field with the suffixes of decisions.md 5. */
export interface ListInput {
  current?: number | null
  size?: number | null
  ascs?: string | null
  descs?: string | null
  [filter: string]: unknown
}

/** Endings of the permission codes that open a verb; '' is the code of the menu itself, `login` any session. */
type Needs = readonly ('' | 'add' | 'edit' | 'delete')[] | 'login'

interface VerbSpec {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly label: Text
  readonly needs: Needs
  readonly gives: (fields: Fields) => Gives
  /** `fields`: the entity's own, to write a row. */
  readonly takes: Fields | 'fields'
  readonly filters?: boolean
}

const whole = (fields: Fields) => ({ ...base, ...fields })
const asPage = (fields: Fields) => page(whole(fields))
const asRow = (fields: Fields) => row(whole(fields))
const asRows = (fields: Fields) => rows(whole(fields))
const asNodes = () => nodes
const asId = () => row({ id: base.id })
const asNothing = () => nothing

const paging = {
  current: int('页码', 'Page', { max: 10_000 }),
  size: int('每页条数', 'Page size', { max: 200 }),
} as const
const id = { id: ref('主键', 'Id', { required: true }) } as const
const ids = { ids: refs('主键', 'Ids', { required: true }) } as const
const parent = { parentId: tree('上级', 'Parent') } as const

const reads = (path: string, label: Text, needs: Needs, gives: VerbSpec['gives'], takes: Fields = {}): VerbSpec => ({
  ...{ method: 'GET', path, label, needs, gives, takes },
})
const searches = (...spec: Parameters<typeof reads>): VerbSpec => ({ ...reads(...spec), filters: true })
const writes = (path: string, label: Text, needs: Needs, takes: VerbSpec['takes'] = 'fields'): VerbSpec => ({
  ...{ method: 'POST', path, label, needs, takes, gives: takes === 'fields' ? asId : asNothing },
})

/** What each standard call takes and gives for rows of these fields. Anything else is an action or code (house.md 5). */
export interface VerbTypes<F extends Fields> {
  list: [ListInput, Page<EntityRow<F>>]
  page: [ListInput, Page<EntityRow<F>>]
  forest: [ListInput, EntityRow<F>[]]
  lazyList: [ListInput, EntityRow<F>[]]
  detail: [{ id?: string | null }, EntityRow<F>]
  submit: [Given<F> & { id?: string | null }, { id: string }]
  save: [Given<F> & { id?: string | null }, { id: string }]
  update: [Given<F> & { id?: string | null }, { id: string }]
  remove: [{ ids?: string | null }, null]
  removed: [ListInput, Page<EntityRow<F>>]
  restore: [{ ids?: string | null }, null]
  select: [ListInput, EntityRow<F>[]]
  tree: [object, TreeNode[]]
  lazyTree: [{ parentId?: string | null }, TreeNode[]]
}

export type Verb = keyof VerbTypes<Fields>
/** Whatever can be removed can be found again and restored. */
export type WithRecycling<V extends Verb> = V | ('remove' extends V ? 'removed' | 'restore' : never)
export const withRecycling = <V extends Verb>(own: readonly V[]): readonly WithRecycling<V>[] =>
  own.some((verb) => verb === 'remove') ? [...own, 'removed' as WithRecycling<V>, 'restore' as WithRecycling<V>] : own
export type EntityRow<F extends Fields> = Row<F> & BaseRow

export const verbs: { readonly [V in Verb]: VerbSpec } = {
  list: searches('list', ['列表', 'List'], [''], asPage, paging),
  page: searches('page', ['列表', 'List'], [''], asPage, paging),
  forest: searches('list', ['树形列表', 'Tree list'], [''], asRows),
  lazyList: searches('lazy-list', ['逐级列表', 'List by level'], [''], asRows, parent),
  detail: reads('detail', ['详情', 'Detail'], [''], asRow, id),
  submit: writes('submit', ['新增或修改', 'Add or update'], ['add', 'edit']),
  save: writes('save', ['新增', 'Add'], ['add']),
  update: writes('update', ['修改', 'Update'], ['edit']),
  remove: writes('remove', ['删除', 'Remove'], ['delete'], ids),
  removed: searches('removed', ['回收站', 'Recycle bin'], ['delete'], asPage, paging),
  restore: writes('restore', ['恢复', 'Restore'], ['delete'], ids),
  select: searches('select', ['选项', 'Options'], 'login', asRows),
  tree: reads('tree', ['树', 'Tree'], [''], asNodes),
  lazyTree: reads('lazy-tree', ['逐级树', 'Tree by level'], [''], asNodes, parent),
}
