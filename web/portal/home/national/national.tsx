import { useEffect, useMemo, useState } from 'react'
import type { Figure } from '#contract/portal.ts'
import { useSay } from '#web/base/say.ts'
import layout from '../distribution.module.css'
import { China } from './china-figure.tsx'
import { Meanings } from './meanings.tsx'
import { Operators } from './operators.tsx'
import { type Place, ranked } from './ranking.ts'
import { Ranking } from './ranking.tsx'
import { Selection } from './selection.tsx'

interface Props {
  readonly places: readonly Place[]
  readonly operators: readonly Figure[]
}

/** Esc goes back to the whole country, wherever the focus is; a dialog over the page keeps its own Esc. */
const useEscape = (act: (() => void) | null) => {
  useEffect(() => {
    if (!act) return
    const listen = (event: KeyboardEvent) => {
      const inDialog = event.target instanceof Element && event.target.closest('dialog')
      if (event.key === 'Escape' && !inDialog) act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [act])
}

/**
 * Map, list and charts of the country. `active` is where the pointer or the keyboard is, `selected` what was chosen; both are
 * the same province on the map, in the list and in the table.
 */
export const National = ({ places, operators }: Props) => {
  const t = useSay()
  const [active, activate] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const list = useMemo(() => ranked(places), [places])
  const clear = useMemo(() => (selected ? () => setSelected(null) : null), [selected])
  useEscape(clear)
  const select = (code: string) => setSelected((now) => (now === code ? null : code))
  const shared = { list, active, selected, activate, select }
  return (
    <>
      <div className={layout.map}>
        <China {...shared} />
        <div className={layout.side}>
          <Selection list={list} selected={selected} clear={clear} />
          <Ranking {...shared} />
        </div>
      </div>
      <div className={layout.charts}>
        <Operators operators={operators} />
        <Meanings title={t(['指标说明', 'What the figures mean'])} />
      </div>
    </>
  )
}
