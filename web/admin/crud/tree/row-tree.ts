import type { Endpoint, Page, TreeNode } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { titleOf } from '#contract/title.ts'
import { type Failure, useAnswer } from '#web/base/caller.ts'
import type { QueryState } from '#web/base/page.tsx'
import { type AnyRow, titleIn } from '../calls.ts'
import { rowsIn, type Source } from './levels.ts'
import type { SearchHit } from './panes.tsx'
import type { TreePath } from './tree-path.ts'
import { type TreeModel, useTree } from './use-tree.ts'

/** What the rows at the top lie below. */
export const top = '0'

/** Rows of an entity that lie below one another, by the call that gives a level of them, or what matches on every level. */
export interface RowTree {
  readonly of: AnyEntity
  readonly call: Endpoint<ListInput, AnyRow[] | Page<AnyRow>>
  /** Rows a page; null where a level comes whole. */
  readonly size: number | null
}

/** `call` gives rows of the entity, level by level where it is given a `parentId`. */
export const rowTree = <I>(of: AnyEntity, call: Endpoint<I, unknown>, size: number | null = null): RowTree => ({
  of,
  size,
  // what the calls of an entity's own rows take and give is the same for each of them
  call: call as unknown as RowTree['call'],
})

export const pageIn = ({ size }: RowTree, current: number): ListInput => (size ? { current, size } : {})

/** The lines of a tree of rows; without a title for its root it begins with the rows at the top. */
export const useRowTree = (tree: RowTree, title: string | null, path: TreePath): TreeModel => {
  const source: Source<ListInput, AnyRow, TreeNode> = {
    call: tree.call,
    size: tree.size,
    input: (parentId, page) => ({ parentId, ...pageIn(tree, page) }),
    nodeOf: (row) => ({
      id: row.id,
      key: row.id,
      value: row.id,
      parentId: String(row.parentId ?? top),
      title: titleIn(tree.of, row),
      hasChildren: row.hasChildren === true,
    }),
  }
  return useTree(source, { key: top, title }, path)
}

/** Rows of a tree by part of their name, each with where it lies. */
export const useTreeSearch = (tree: RowTree, text: string): QueryState<readonly SearchHit[]> => {
  const query = useAnswer(tree.call, { [titleOf(tree.of)]: text, ...pageIn(tree, 1) })
  const rows = query.data && rowsIn(query.data)
  return {
    ...query,
    data: rows?.map((row) => ({ key: row.id, title: titleIn(tree.of, row), place: String(row.place ?? '') })),
  }
}

interface TreePathQuery extends TreePath {
  readonly refetch: () => unknown
  readonly error: Failure | null
  /** Nobody reaches such a row, or not this person. */
  readonly isMissing: boolean
}

/** The way to a row of a tree, asked of the call its levels come from; no way to nothing. */
export const useTreePath = (tree: RowTree, to: string | null): TreePathQuery => {
  const { data, error, refetch } = useAnswer(tree.call, { id: to ?? '', ...pageIn(tree, 1) }, { enabled: to !== null })
  const row = data && rowsIn(data)[0]
  return {
    above: split(row?.ancestors as string | undefined),
    to,
    error,
    refetch,
    isMissing: data !== undefined && !row,
  }
}
