import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'

const storageKey = 'topMenu'
const minute = 60_000

/** The caller's top menus and the one selected in this window; its menus fill the sidebar. */
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
    /** Menus of the selected top menu; null while none is selected or they are still loading. */
    nodes: selectedId === null ? null : (nodes ?? null),
    choose: (id: string | null) => {
      if (id === null) removeLocal(storageKey)
      else writeLocal(storageKey, id, true)
      setStoredId(id)
    },
  }
}
