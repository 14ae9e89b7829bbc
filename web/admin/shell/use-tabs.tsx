import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { readLocal, writeLocal } from '#web/base/local.ts'
import { useLocalize } from '#web/base/say.ts'
import { dropUnsent, useUnsentPages } from '#web/base/unsaved.ts'
import { beside, close, idOf, readTabs, type Tab, visit } from './tabs.ts'

export interface Tabs {
  readonly tabs: readonly Tab[]
  /** Which of them is shown; of an address that becomes no tab, none. */
  readonly shown: string
  /** Paths of those that hold something unsent. */
  readonly unsent: readonly string[]
  /** Closes them, after asking about what is unsent there. */
  readonly close: (ids: readonly string[]) => Promise<void>
  readonly step: (to: 1 | -1) => void
}

const item = 'tagList'

/** This window's own, and for a window opened later what was open last. */
const keepTabs = (tabs: readonly Tab[]) => {
  writeLocal(item, tabs, true)
  writeLocal(item, tabs)
}

/** The browser asks before a window is closed in which something is unsent. */
const useGuard = (holds: boolean) =>
  useEffect(() => {
    if (!holds) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [holds])

const useQuestion = (labelOf: (tab: Tab) => string) => {
  const t = useLocalize()
  const { modal } = App.useApp()
  return (full: readonly Tab[]) => {
    const names = full.map(labelOf)
    const title: Text =
      names.length === 1
        ? [`“${names[0]}”有未保存的内容，确定关闭?`, `“${names[0]}” holds something unsaved. Close it anyway?`]
        : ['以下页签有未保存的内容，确定关闭?', 'These tabs hold something unsaved. Close them anyway?']
    return modal.confirm({
      title: t(title),
      content: names.length > 1 ? names.join(t(['、', ', '])) : null,
      okText: t(words.close),
      cancelText: t(words.cancel),
      focusable: { autoFocusButton: 'cancel' },
    })
  }
}

/** The tabs of visited pages, kept in the browser until the session ends. */
export const useTabs = (isTab: boolean, labelOf: (tab: Tab) => string): Tabs => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const unsent = useUnsentPages()
  const sure = useQuestion(labelOf)
  const [tabs, setTabs] = useState<readonly Tab[]>(() => readTabs(readLocal(item)))
  const shown = idOf({ path: pathname, search })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is unsent matters at a visit only
  useEffect(() => {
    if (isTab) setTabs((now) => visit(now, { path: pathname, search }, (id) => unsent.includes(id)))
  }, [isTab, pathname, search])
  useEffect(() => keepTabs(tabs), [tabs])
  useGuard(unsent.length > 0)
  const go = (tab: Tab | null | undefined) => tab && navigate(tab.path + tab.search)
  return {
    ...{ tabs, shown, unsent },
    close: async (ids) => {
      const { tabs: left, next } = close(tabs, ids, shown)
      const full = tabs.filter((tab) => !left.includes(tab) && unsent.includes(tab.path))
      if (full.length && !(await sure(full))) return
      for (const { path } of full) dropUnsent(path)
      setTabs(left)
      go(next)
    },
    step: (to) => go(beside(tabs, shown, to)),
  }
}
