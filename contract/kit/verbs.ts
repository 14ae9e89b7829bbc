import { nodes, nothing, type OutputShape, type Page, page, row, rows, type TreeNode } from './call.ts'
import { type Fields, flag, int, type Row, type RowInput, ref, refs, text, time, tree } from './field.ts'
import { kitTerms } from './kit-terms.ts'
import type { Text } from './text.ts'

/** Fields of every row; only the server writes them. */
export const base = {
  id: ref(...kitTerms.id, { direction: 'out', required: true }),
  tenantId: text('所属租户', 'Tenant', { direction: 'out' }),
  createUser: ref('创建人', 'Created by', { direction: 'out' }),
  createDept: ref('创建部门', 'Created by department', { direction: 'out' }),
  createTime: time('创建时间', 'Created at', { direction: 'out' }),
  updateUser: ref('更新人', 'Updated by', { direction: 'out' }),
  updateTime: time(...kitTerms.updatedAt, { direction: 'out' }),
  status: int(...kitTerms.status, { direction: 'out' }),
  isDeleted: int('是否删除', 'Deleted', { direction: 'out' }),
} as const

export type BaseRow = Row<typeof base>

/** Names a state of a row: it changes with each write. Its form is that of the server; `If-Match` sends it back. */
export type RowVersion = { readonly rowVersion?: string }

/** Parameters of a list: page, size, sort (`ascs`, `descs`), `keyword`, filters by field and suffix (`_like`, `_ge` …). */
export interface ListInput {
  current?: number | null
  size?: number | null
  ascs?: string | null
  descs?: string | null
  keyword?: string | null
  [filter: string]: unknown
}

/** Suffixes of the permission codes that allow a verb; '' is the code of the menu itself, `login` any session. */
type Needs = readonly ('' | 'add' | 'edit' | 'delete')[] | 'login'

interface VerbSpec {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly label: Text
  readonly needs: Needs
  readonly output: (fields: Fields) => OutputShape
  /** `fields`: the entity's own fields, to write a row. */
  readonly input: Fields | 'fields'
  readonly filters?: boolean
}

const withBase = (fields: Fields) => ({ ...base, ...fields })
const asPage = (fields: Fields) => page(withBase(fields))
const asRow = (fields: Fields) => row(withBase(fields))
const asRows = (fields: Fields) => rows(withBase(fields))
const asNodes = () => nodes
const asId = () => row({ id: base.id })
const asNothing = () => nothing

export const paging = {
  current: int(...kitTerms.page, { max: 10_000 }),
  size: int(...kitTerms.pageSize, { max: 200 }),
} as const
const id = { id: ref(...kitTerms.id, { required: true }) } as const
const ids = { ids: refs('主键', 'IDs', { required: true }) } as const
const move = {
  id: ref('移动的数据', 'Record to move', { required: true }),
  targetId: ref('目标数据', 'Target row', { required: true }),
  isAfter: flag('移到目标之后', 'After the target'),
} as const
const parent = { parentId: tree('上级', 'Parent') } as const

const readVerb = (
  path: string,
  label: Text,
  needs: Needs,
  output: VerbSpec['output'],
  input: Fields = {},
): VerbSpec => ({
  method: 'GET',
  path,
  label,
  needs,
  output,
  input,
})
const listVerb = (...spec: Parameters<typeof readVerb>): VerbSpec => ({ ...readVerb(...spec), filters: true })
const writeVerb = (path: string, label: Text, needs: Needs, input: VerbSpec['input'] = 'fields'): VerbSpec => ({
  method: 'POST',
  path,
  label,
  needs,
  input,
  output: input === 'fields' ? asId : asNothing,
})

/** Input and output of each verb for rows of these fields. Any other call is an action of its entity (docs/HOUSE.md). */
export interface VerbTypes<F extends Fields> {
  list: [ListInput, Page<EntityRow<F>>]
  page: [ListInput, Page<EntityRow<F>>]
  forest: [ListInput, EntityRow<F>[]]
  lazyList: [ListInput, EntityRow<F>[]]
  detail: [{ id?: string | null }, EntityRow<F>]
  submit: [RowInput<F> & { id?: string | null }, { id: string }]
  save: [RowInput<F> & { id?: string | null }, { id: string }]
  update: [RowInput<F> & { id?: string | null }, { id: string }]
  remove: [{ ids?: string | null }, null]
  removed: [ListInput, Page<EntityRow<F>>]
  restore: [{ ids?: string | null }, null]
  reorder: [RowInput<typeof move>, null]
  select: [ListInput, EntityRow<F>[]]
  tree: [object, TreeNode[]]
  lazyTree: [{ parentId?: string | null }, TreeNode[]]
}

export type Verb = keyof VerbTypes<Fields>
/** Rows that can be removed can also be listed and restored. */
export type WithRecycling<V extends Verb> = V | ('remove' extends V ? 'removed' | 'restore' : never)
export const withRecycling = <V extends Verb>(declaredVerbs: readonly V[]): readonly WithRecycling<V>[] =>
  declaredVerbs.some((verb) => verb === 'remove')
    ? [...declaredVerbs, 'removed' as WithRecycling<V>, 'restore' as WithRecycling<V>]
    : declaredVerbs
export type EntityRow<F extends Fields> = Row<F> & BaseRow & RowVersion

export const verbs: { readonly [V in Verb]: VerbSpec } = {
  list: listVerb('list', kitTerms.list, [''], asPage, paging),
  page: listVerb('page', kitTerms.list, [''], asPage, paging),
  forest: listVerb('list', ['树形列表', 'Tree list'], [''], asRows),
  lazyList: listVerb('lazy-list', ['逐级列表', 'List by level'], [''], asRows, parent),
  detail: readVerb('detail', kitTerms.details, [''], asRow, id),
  submit: writeVerb('submit', kitTerms.addOrUpdate, ['add', 'edit']),
  save: writeVerb('save', ['新增', 'Add'], ['add']),
  update: writeVerb('update', ['修改', 'Update'], ['edit']),
  remove: writeVerb('remove', ['删除', 'Delete'], ['delete'], ids),
  removed: listVerb('removed', ['回收站', 'Recycle bin'], ['delete'], asPage, paging),
  restore: writeVerb('restore', ['恢复', 'Restore'], ['delete'], ids),
  /** Moves a row before or after another one of its level; for entities with a field `sort`. */
  reorder: writeVerb('reorder', ['调整顺序', 'Reorder'], ['edit'], move),
  select: listVerb('select', ['选项', 'Options'], 'login', asRows),
  tree: readVerb('tree', ['树', 'Tree'], [''], asNodes),
  lazyTree: readVerb('lazy-tree', ['逐级树', 'Tree by level'], [''], asNodes, parent),
}

/** Rows at which a list of an entity with `newestRows` looks where no index serves its filters or its order. */
export const maxNewestRows = 5000
