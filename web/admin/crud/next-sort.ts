import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { ask } from '#web/base/api/caller.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { type AnyRow, callsOf } from '../entity/calls.ts'

const top = '0'

const flatten = (rows: readonly AnyRow[]): readonly AnyRow[] =>
  rows.flatMap((row) => [row, ...flatten(row.children ?? [])])

/** The rows of a tree below a parent. */
export const siblingsIn = (forest: readonly AnyRow[], parentId: string): readonly AnyRow[] =>
  flatten(forest).filter((row) => String(row.parentId ?? top) === parentId)

/** The rows beside which a new one is added, or of a list its last one. */
const readSiblings = async (entity: AnyEntity, parentId: string): Promise<readonly AnyRow[]> => {
  const { page, forest } = callsOf(entity)
  const { lazyList } = entity.calls as { readonly lazyList?: Endpoint<ListInput, AnyRow[]> }
  if (lazyList) return ask(lazyList, { parentId })
  if (forest) return siblingsIn(await ask(forest, {}), parentId)
  return page ? (await ask(page, { descs: 'sort', current: 1, size: 1 })).records : []
}

/** The number after those of the rows; 1 if there are none. */
export const sortAfter = (rows: readonly AnyRow[]): number =>
  rows.reduce((last, { sort }) => Math.max(last, Number(sort ?? 0)), 0) + 1

/**
 * The place of a new row: last among its siblings, for entities with an order. Undefined until it is known; if it cannot be read,
 * the form opens without it.
 */
export const useNextSort = (entity: AnyEntity, { parentId, sort }: FormValues): FormValues | undefined => {
  const hasOrder = (entity.fields as Fields).sort?.kind === 'int' && sort === undefined
  const siblingsOf = String(parentId ?? top)
  const { data, isFetching } = useQuery({
    queryKey: [entity.path, 'next-sort', siblingsOf],
    queryFn: async () => ({ sort: sortAfter(await readSiblings(entity, siblingsOf)) }),
    enabled: hasOrder,
    // each change of a row invalidates it; a form that is shown again, with its tab, is there at once and keeps its focus
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [place, setPlace] = useState<FormValues>()
  if (!place && !(hasOrder && isFetching)) setPlace(data ?? {})
  return place
}
