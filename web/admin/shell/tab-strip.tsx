import { CloseOutlined, EllipsisOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import css from './tab-strip.module.css'
import { home, type Tab } from './tabs.ts'

interface Props {
  readonly tabs: readonly Tab[]
  readonly shown: string
  readonly labelOf: (path: string) => string
  readonly close: (path: string) => void
  readonly closeOthers: () => void
  readonly closeAll: () => void
  readonly clearCache: () => void
}

/** The pages visited, the shown one marked; each can be closed, by its button or the Delete key. */
export const TabStrip = ({ tabs, shown, labelOf, close, closeOthers, closeAll, clearCache }: Props) => {
  const t = useSay()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown tab comes into sight when it changes or is added
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, tabs.length])
  return (
    <nav className={css.strip} aria-label={t(['已打开的页面', 'Open pages'])}>
      <ul ref={list} className={css.tabs}>
        {tabs.map(({ path, search }) => {
          const label = labelOf(path)
          return (
            <li key={path} className={css.tab}>
              <NavLink
                to={path + search}
                end
                onKeyDown={({ key }) => key === 'Delete' && path !== home && close(path)}
                className={css.link ?? ''}
              >
                {label}
              </NavLink>
              {path === home ? null : (
                <button
                  type="button"
                  className={css.close}
                  aria-label={t([`关闭 ${label}`, `Close ${label}`])}
                  onClick={() => close(path)}
                >
                  <CloseOutlined aria-hidden="true" />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Dropdown label={<EllipsisOutlined aria-hidden="true" />} name={t(['页签操作', 'Tab actions'])}>
        <button type="button" disabled={shown === home} onClick={() => close(shown)}>
          {t(words.close)}
        </button>
        <button type="button" onClick={closeOthers}>
          {t(['关闭其他', 'Close others'])}
        </button>
        <button type="button" onClick={closeAll}>
          {t(['关闭全部', 'Close all'])}
        </button>
        <button type="button" onClick={clearCache}>
          {t(['清除缓存', 'Clear caches'])}
        </button>
      </Dropdown>
    </nav>
  )
}
