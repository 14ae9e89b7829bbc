import { Link } from 'react-router'
import type { MenuNode } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { menusCall } from '#web/base/login/early-menus.ts'

interface Entry {
  readonly code: string
  readonly name: string
  readonly path: string
}

/** The granted menus that have a page in the console, whatever group they are in. */
const entriesOf = (nodes: readonly MenuNode[]): Entry[] =>
  nodes.flatMap(({ category, code, name, path, children }) => {
    const below = (children ?? []).filter((node) => node.category === 1)
    if (below.length) return entriesOf(below)
    return category === 1 && path?.startsWith('/') ? [{ code, name, path }] : []
  })

/** Links to the pages of the console that the user may open. */
export const ConsoleLinks = () => {
  const t = useLocalize()
  const { data = [] } = useAnswer(menusCall, {}, { staleTime: 60_000 })
  return (
    <>
      {entriesOf(data).map(({ code, name, path }) => (
        <Link key={code} to={path}>
          {t(['后台：', 'Console: '])}
          {name}
        </Link>
      ))}
      <Link to="/wel/dashboard">{t(['数据概览', 'Dashboard'])}</Link>
    </>
  )
}
