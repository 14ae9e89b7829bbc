import { useState } from 'react'
import { movedTo } from '#contract/project/moved-to.ts'
import { recommendationList } from '#contract/project/recommendation-list.ts'
import { type RecommendationOrder, recommendationOrder } from '#contract/project/recommendation-order.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useStoredDraft } from '#web/base/preferences/stored-draft.ts'
import { useToaster } from '#web/ui/toasts.tsx'

interface StoredOrder {
  readonly ids: readonly string[] | null
  /** The version of the order from which the changes started. */
  readonly from: RecommendationOrder['version'] | null
}
const nothing: StoredOrder = { ids: null, from: null }

/** The order as it is being changed, and what changes it; the server gets it when it is saved. Until then the browser keeps it. */
export const useOrderDraft = ({ batchId, version, rows, obstacle }: RecommendationOrder) => {
  const t = useLocalize()
  const toaster = useToaster()
  const { draft: stored, change: store, clear } = useStoredDraft(`order-${batchId}`, nothing)
  const [busy, setBusy] = useState(false)
  const saved = rows.filter(({ place }) => place !== null).map(({ id }) => id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  // an order that cannot be changed any more is the one that was saved, and those that have left the list have no place
  const draft = obstacle === null ? (stored.ids?.filter((id) => byId.has(id)) ?? null) : null
  const ids = draft ?? saved
  const inOrder = new Set(ids)
  const others = rows.filter(({ id }) => !inOrder.has(id))
  const change = (next: readonly string[]) => {
    if (next.join() === saved.join()) return clear()
    store({ ids: next, from: draft ? stored.from : version })
  }
  const save = async () => {
    setBusy(true)
    try {
      await ask(recommendationOrder.save, { batchId, ids: ids.join(), version })
      await invalidate(recommendationOrder.read.path, recommendationList.read.path)
      clear()
      toaster.success(t(['推荐顺序已保存', 'The order is saved']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    setBusy(false)
  }
  return {
    ids,
    /** The rows in the present order, those without a place last. */
    rows: [
      ...ids.flatMap((id, i) => {
        const row = byId.get(id)
        return row ? [{ ...row, place: i + 1 }] : []
      }),
      ...others.map((row) => ({ ...row, place: null })),
    ],
    isChanged: draft !== null,
    /** Somebody has saved another order since the changes started. */
    isBehind: draft !== null && stored.from !== version,
    busy,
    /** Gives a declaration this place; null takes it out of the order. */
    put: (id: string, place: number | null) => {
      if (place === null) return change(ids.filter((one) => one !== id))
      change(movedTo(ids.includes(id) ? ids : [...ids, id], id, place))
    },
    /** Gives places to those without one, as they came. */
    putAll: () => change([...ids, ...others.map(({ id }) => id)]),
    reset: clear,
    save,
  }
}

export type OrderDraft = ReturnType<typeof useOrderDraft>
