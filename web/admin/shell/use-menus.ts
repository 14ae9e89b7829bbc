import { keepPreviousData } from '@tanstack/react-query'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/caller.ts'

/** The caller's menus in his language, as the server gives them; the former ones stay until they are there. */
export const useMenus = () => useAnswer(menu.calls.routes, {}, { staleTime: 60_000, placeholderData: keepPreviousData })
