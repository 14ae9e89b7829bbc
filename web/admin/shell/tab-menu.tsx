import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './tab-menu.module.css'

/** An entry of the tab menu. */
export interface TabAction {
  readonly label: Text
  readonly disabled: boolean
  readonly act: () => void
}

/** Where in the window the menu opens, in pixels. */
export interface MenuPosition {
  readonly left: number
  readonly top: number
}

interface Props {
  readonly name: string
  readonly at: MenuPosition
  readonly actions: readonly TabAction[]
  readonly onClose: () => void
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const enabledEntries = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]

/** The context menu of a tab, opened by the right mouse button or the menu key; a press outside closes it. */
export const TabMenu = ({ name, at, actions, onClose }: Props) => {
  const t = useLocalize()
  const list = useRef<HTMLDivElement>(null)
  const closeOnOutsidePress = useEffectEvent(({ target }: Event) => {
    if (!list.current?.contains(target as Node)) onClose()
  })
  // a layout effect, because its cleanup runs while the entry with the focus is still in the page
  useLayoutEffect(() => {
    const before = document.activeElement
    enabledEntries(list.current)[0]?.focus()
    document.addEventListener('pointerdown', closeOnOutsidePress)
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsidePress)
      if (list.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const all = enabledEntries(list.current)
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus()
  }
  return (
    <div ref={list} role="menu" aria-label={name} className={css.menu} style={at} onKeyDown={move} tabIndex={-1}>
      {actions.map(({ label, disabled, act }) => (
        <button
          key={label[1]}
          type="button"
          role="menuitem"
          disabled={disabled}
          onClick={() => {
            onClose()
            act()
          }}
        >
          {t(label)}
        </button>
      ))}
    </div>
  )
}
