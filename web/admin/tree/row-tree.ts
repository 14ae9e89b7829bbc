import type { Endpoint, Page, TreeNode } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type Failure, useAnswer } from '#web/base/api/caller.ts'
import type { QueryState } from '#web/base/page/page.tsx'
import { type AnyRow, asRowOf, titleIn } from '../entity/calls.ts'
import { rowsIn, type Source } from './levels.ts'
import type { SearchHit } from './panes.tsx'
import type { TreePath } from './tree-path.ts'
import { type TreeModel, useTree } from './use-tree.ts'

/** Parent id of the top-level rows. */
export const top = '0'

/** A tree of an entity's rows, with the call that returns one level, or the matches on all levels. */
export interface RowTree {
  readonly of: AnyEntity
  readonly call: Endpoint<ListInput, AnyRow[] | Page<AnyRow>>
  /** Rows per page; null if a level is loaded whole. */
  readonly size: number | null
  /** Whether no rows can be added below this one. */
  readonly isLeaf: (row: AnyRow) => boolean
}

interface TreeOptions<T extends AnyEntity> {
  readonly size?: number
  readonly isLeaf?: (row: RowOf<T>) => boolean
}

/** `call` returns rows of the entity; with a `parentId`, one level of them. */
export const rowTree = <T extends AnyEntity, I>(
  of: T,
  call: Endpoint<I, unknown>,
  { size, isLeaf = () => false }: TreeOptions<T> = {},
): RowTree => ({
  of,
  size: size ?? null,
  // the calls on an entity's own rows share their input and output
  call: call as unknown as RowTree['call'],
  isLeaf: (row) => isLeaf(asRowOf(of, row)),
})

export const pageIn = ({ size }: RowTree, current: number): ListInput => (size ? { current, size } : {})

/** The lines of a tree of rows; without a title for the root it starts with the top-level rows. */
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

/** Searches rows of a tree by part of their name; each hit includes its position. */
export const useTreeSearch = (tree: RowTree, text: string): QueryState<readonly SearchHit[]> => {
  const query = useAnswer(tree.call, { [tree.of.title]: text, ...pageIn(tree, 1) })
  const rows = query.data && rowsIn(query.data)
  return {
    ...query,
    data: rows?.map((row) => ({ key: row.id, title: titleIn(tree.of, row), place: String(row.place ?? '') })),
  }
}

interface TreePathQuery extends TreePath {
  readonly refetch: () => unknown
  readonly error: Failure | null
  /** The row does not exist, or the user may not see it. */
  readonly isMissing: boolean
}

/** The path to a row of a tree, from the call that loads its levels; empty if `to` is null. */
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
