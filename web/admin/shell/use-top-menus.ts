import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/caller.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/local.ts'

const item = 'topMenu'
const minute = 60_000

/** The top menus the caller has, and the one this window has chosen: its menus are the sidebar's (wire-and-fields.md 3.3). */
export const useTopMenus = () => {
  const { data: tops = [] } = useAnswer(menu.calls.topMenu, {}, { staleTime: minute })
  const [kept, setKept] = useState(() => readLocal<string>(item))
  const chosen = tops.find(({ id }) => id === kept)?.id ?? null
  const { data: nodes } = useAnswer(
    menu.calls.routes,
    { topMenuId: chosen },
    { enabled: chosen !== null, staleTime: minute, placeholderData: keepPreviousData },
  )
  return {
    tops,
    chosen,
    /** The menus of the chosen one; null while none is chosen, or they are still on their way. */
    nodes: chosen === null ? null : (nodes ?? null),
    choose: (id: string | null) => {
      if (id === null) removeLocal(item)
      else writeLocal(item, id, true)
      setKept(id)
    },
  }
}
