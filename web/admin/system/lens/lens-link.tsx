import { Link } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { entriesOf, leavesOf } from '../../shell/menu-entries.ts'
import { useMenus } from '../../shell/use-menus.ts'

const path = '/system/permission-lens'

/** Whether the user has the menu of the permission lens. */
export const useHasLens = (): boolean => {
  const { data } = useMenus()
  return leavesOf(entriesOf(data ?? [])).some((leaf) => leaf.path === path)
}

/** Link from a row to its permission lens, for users who have that menu (`useHasLens`). */
export const LensLink = ({ of, name }: { of: Readonly<Record<string, string>>; name: string }) => {
  const t = useLocalize()
  return (
    <Link className={buttonClass('link')} to={`${path}?${new URLSearchParams(of)}`}>
      {t(consoleWords.permissionLens)}
      <span className="hidden-words"> {name}</span>
    </Link>
  )
}
