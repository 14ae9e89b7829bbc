import { useMemo } from 'react'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { useAnswer } from './caller.ts'
import { useUser } from './session.ts'

/** All permission codes in a tree of menus and buttons. */
const codesOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ code, children }) => [...(code ? [code] : []), ...codesOf(children ?? [])])

const usePermissions = () => {
  const user = useUser()
  return useAnswer(menu.calls.buttons, {}, { enabled: user !== null && !user.must_change, staleTime: 60_000 })
}

/** Whether the permissions are known, or their request has failed. */
export const useArePermissionsLoaded = (): boolean => !usePermissions().isLoading

/**
 * Checks the person's permissions: `may('post_add')`, or in the console `may('user')` for a page. Only for the display; the server
 * checks each call. All false while loading.
 */
export const useMay = (): ((code: string) => boolean) => {
  const { data: buttons } = usePermissions()
  // a page without a button is only among the pages, which the frame of the console has requested
  const { data: pages } = useAnswer(menu.calls.routes, {}, { enabled: false })
  const grantedCodes = useMemo(() => new Set([...codesOf(buttons ?? []), ...codesOf(pages ?? [])]), [buttons, pages])
  return (code) => grantedCodes.has(code)
}
