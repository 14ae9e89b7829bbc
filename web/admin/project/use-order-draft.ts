import { useState } from 'react'
import { movedTo } from '#contract/project/moved-to.ts'
import { type RecommendationOrder, recommendationOrder } from '#contract/project/recommendation-order.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useToaster } from '#web/ui/toasts.tsx'

/** The order as it is being changed, and what changes it; the server gets it when it is saved. */
export const useOrderDraft = ({ batchId, version, rows }: RecommendationOrder) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const saved = rows.filter(({ place }) => place !== null).map(({ id }) => id)
  const ids = draft ?? saved
  const [byId, placed] = [new Map(rows.map((row) => [row.id, row])), new Set(ids)]
  const others = rows.filter(({ id }) => !placed.has(id))
  const change = (next: readonly string[]) => setDraft(next.join() === saved.join() ? null : next)
  const save = async () => {
    setBusy(true)
    try {
      await ask(recommendationOrder.save, { batchId, ids: ids.join(), version })
      await invalidate(recommendationOrder.read.path)
      setDraft(null)
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
    busy,
    /** Gives a declaration this place; null takes it out of the order. */
    put: (id: string, place: number | null) => {
      if (place === null) return change(ids.filter((one) => one !== id))
      change(movedTo(ids.includes(id) ? ids : [...ids, id], id, place))
    },
    /** Gives places to those without one, as they came. */
    putAll: () => change([...ids, ...others.map(({ id }) => id)]),
    reset: () => setDraft(null),
    save,
  }
}

export type OrderDraft = ReturnType<typeof useOrderDraft>
