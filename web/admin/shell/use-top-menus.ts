import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/caller.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/local.ts'

const storageKey = 'topMenu'
const minute = 60_000

/** The top menus the caller has, and the one this window has chosen: its menus are the sidebar's (wire-and-fields.md 3.3). */
export const useTopMenus = () => {
  const { data: tops = [] } = useAnswer(menu.calls.topMenu, {}, { staleTime: minute })
  const [storedId, setStoredId] = useState(() => readLocal<string>(storageKey))
  const selectedId = tops.find(({ id }) => id === storedId)?.id ?? null
  const { data: nodes } = useAnswer(
    menu.calls.routes,
    { topMenuId: selectedId },
    { enabled: selectedId !== null, staleTime: minute, placeholderData: keepPreviousData },
  )
  return {
    tops,
    selectedId,
    /** The menus of the chosen one; null while none is chosen, or they are still on their way. */
    nodes: selectedId === null ? null : (nodes ?? null),
    choose: (id: string | null) => {
      if (id === null) removeLocal(storageKey)
      else writeLocal(storageKey, id, true)
      setStoredId(id)
    },
  }
}
