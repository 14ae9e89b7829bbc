import { keepPreviousData } from '@tanstack/react-query'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/api/caller.ts'

/** The caller's menus in their language, as the server returns them; the previous menus stay until new ones are loaded. */
export const useMenus = () => useAnswer(menu.calls.routes, {}, { staleTime: 60_000, placeholderData: keepPreviousData })
