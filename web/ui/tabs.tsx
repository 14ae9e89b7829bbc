import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { scrollItemIntoView } from './scroll-sideways.ts'
import css from './tabs.module.css'

export interface Tab<N extends string = string> {
  readonly name: N
  readonly label: ReactNode
}

interface Props<N extends string> {
  readonly label: string
  readonly tabs: readonly Tab<N>[]
  readonly shown: N
  readonly onShow: (name: N) => void
  readonly children: ReactNode
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Tabs with one visible panel. Arrow keys, Home and End move between the tabs; the Tab key goes on into the panel. */
export const Tabs = <N extends string>({ label, tabs, shown, onShow, children }: Props<N>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // scroll to the selected tab, since a narrow window does not show all of them
  useEffect(() => {
    if (list.current) scrollItemIntoView(list.current, `[data-name="${shown}"]`)
  }, [shown])
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === shown)
    const next = tabs[steps[event.key]?.(at, tabs.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    onShow(next.name)
    list.current?.querySelector<HTMLButtonElement>(`[data-name="${next.name}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={css.list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-name={tab.name}
            aria-selected={tab.name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === shown ? 0 : -1}
            className={css.tab}
            onClick={() => onShow(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  )
}
