import type { Endpoint, Page, TreeNode } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { titleOf } from '#contract/title.ts'
import { type Failure, useAnswer } from '#web/base/caller.ts'
import type { QueryState } from '#web/base/page.tsx'
import { type AnyRow, titleIn } from '../calls.ts'
import { rowsIn, type Source } from './levels.ts'
import type { Found } from './panes.tsx'
import { type Branches, useBranches } from './use-branches.ts'
import type { Way } from './way.ts'

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
  ...{ of, size },
  // what the calls of an entity's own rows take and give is the same for each of them
  call: call as unknown as RowTree['call'],
})

export const pageIn = ({ size }: RowTree, current: number): ListInput => (size ? { current, size } : {})

/** The lines of a tree of rows; without a title for its root it begins with the rows at the top. */
export const useRowBranches = (tree: RowTree, title: string | null, way: Way): Branches => {
  const source: Source<ListInput, AnyRow, TreeNode> = {
    ...{ call: tree.call, size: tree.size },
    input: (parentId, page) => ({ parentId, ...pageIn(tree, page) }),
    nodeOf: (row) => ({
      ...{ id: row.id, key: row.id, value: row.id, parentId: String(row.parentId ?? top) },
      ...{ title: titleIn(tree.of, row), hasChildren: row.hasChildren === true },
    }),
  }
  return useBranches(source, { key: top, title }, way)
}

/** Rows of a tree by part of their name, each with where it lies. */
export const useFoundIn = (tree: RowTree, typed: string): QueryState<readonly Found[]> => {
  const asked = useAnswer(tree.call, { [titleOf(tree.of)]: typed, ...pageIn(tree, 1) })
  const found = asked.data && rowsIn(asked.data)
  return {
    ...asked,
    data: found?.map((row) => ({ key: row.id, title: titleIn(tree.of, row), place: String(row.place ?? '') })),
  }
}

interface WayTo extends Way {
  readonly refetch: () => unknown
  readonly error: Failure | null
  /** Nobody reaches such a row, or not this person. */
  readonly isGone: boolean
}

/** The way to a row of a tree, asked of the call its levels come from; no way to nothing. */
export const useWayTo = (tree: RowTree, to: string | null): WayTo => {
  const { data, error, refetch } = useAnswer(tree.call, { id: to ?? '', ...pageIn(tree, 1) }, { enabled: to !== null })
  const row = data && rowsIn(data)[0]
  return { above: split(row?.ancestors as string | undefined), to, error, refetch, isGone: data !== undefined && !row }
}
