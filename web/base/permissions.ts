import { type MenuNode, menu } from '#contract/system/menu.ts'
import { useAnswer } from './caller.ts'
import { useUser } from './session.ts'

/** Every code in a tree of menus and their buttons. */
const codesOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ code, children }) => [...(code ? [code] : []), ...codesOf(children ?? [])])

/**
 * What the person may do, as the server says: `may('post_add')`. It only decides what is shown; the server decides what is
 * done. Nothing is allowed while the answer is on its way.
 */
export const useMay = (): ((code: string) => boolean) => {
  const user = useUser()
  const { data } = useAnswer(menu.calls.buttons, {}, { enabled: user !== null && !user.must_change, staleTime: 60_000 })
  const grantedCodes = new Set(codesOf(data ?? []))
  return (code) => grantedCodes.has(code)
}
