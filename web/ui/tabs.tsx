import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import css from './tabs.module.css'

export interface Tab<K extends string> {
  readonly key: K
  readonly label: string
  readonly shows: ReactNode
  /** Stays as it is while another one is shown, once it was opened. */
  readonly keeps?: boolean
}

interface Props<K extends string> {
  /** What the tabs are of, for those who do not see them. */
  readonly name: string
  readonly tabs: readonly Tab<K>[]
  readonly chosen: K
  readonly onChoose: (key: K) => void
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Pages behind tabs: one stop for Tab, arrows go from one to the next and show it. */
export const Tabs = <K extends string>({ name, tabs, chosen, onChoose }: Props<K>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const opened = useRef(new Set<K>())
  opened.current.add(chosen)
  useEffect(() => {
    const tab = list.current?.querySelector(`#${CSS.escape(`${id}-${chosen}`)}`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [id, chosen])
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const next = tabs[steps[event.key]?.(at, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.key}`)}`)?.focus()
  }
  return (
    <div>
      <div ref={list} role="tablist" aria-label={name} className={css.list} onKeyDown={move}>
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={key === chosen}
            aria-controls={key === chosen ? `${id}-${key}-page` : undefined}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs
        .filter(({ key, keeps }) => key === chosen || (keeps && opened.current.has(key)))
        .map(({ key, shows }) => (
          <div
            key={key}
            id={`${id}-${key}-page`}
            role="tabpanel"
            aria-labelledby={`${id}-${key}`}
            hidden={key !== chosen}
            className={css.page}
          >
            {shows}
          </div>
        ))}
    </div>
  )
}
