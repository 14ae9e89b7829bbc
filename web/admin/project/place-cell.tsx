import { createContext, type KeyboardEvent, use, useState } from 'react'
import type { Candidate } from '#contract/project/recommendation-order.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Input } from '#web/ui/input.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { EmptyCell } from '../table/cells.tsx'
import css from './recommendation-order.module.css'
import type { OrderDraft } from './use-order-draft.ts'

/** What the cells of a row need besides it. */
interface Ordering {
  /** Null for those who may not change the order. */
  readonly put: OrderDraft['put'] | null
  /** How many have a place. */
  readonly count: number
  /** Places of the quota; null without one. */
  readonly places: number | null
}

export const OrderingContext = createContext<Ordering>({ put: null, count: 0, places: null })

const PlaceInput = ({ row, put }: { readonly row: Candidate; readonly put: OrderDraft['put'] }) => {
  const t = useLocalize()
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    if (typed === null) return
    const place = typed.trim() === '' ? null : Number(typed)
    if (place === null || place >= 1) put(row.id, place)
    setTyped(null)
  }
  return (
    <Input
      className={css.place}
      inputMode="numeric"
      autoComplete="off"
      aria-label={t([`推荐顺序 ${row.projectName}`, `Place of ${row.projectName}`])}
      value={typed ?? String(row.place ?? '')}
      onValue={(text) => setTyped(text.replace(/\D/g, '').slice(0, 6))}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Enter') apply()
        if (key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** The place of a declaration, which can be typed, and whether it is beyond the quota. */
export const PlaceCell = ({ row }: { readonly row: Candidate }) => {
  const t = useLocalize()
  const { put, places } = use(OrderingContext)
  const isBeyond = row.place !== null && places !== null && row.place > places
  return (
    <span className="inline-row middle gap-6">
      {put ? <PlaceInput row={row} put={put} /> : (row.place ?? <EmptyCell />)}
      {isBeyond ? <Tag tone="ask">{t(['名额外', 'Beyond the quota'])}</Tag> : null}
    </span>
  )
}
