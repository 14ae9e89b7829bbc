import type { RowOf } from '#contract/kit/entity.ts'
import type { menu } from '#contract/system/menu.ts'
import { useLang } from '#web/base/say.ts'
import { Line } from '../crud/cells.tsx'
import { MenuIcon } from '../shell/icons.tsx'
import css from './menu-name.module.css'

type Menu = RowOf<typeof menu>

/** What a menu is called in the reader's language. */
export const useMenuName = (): ((menu: Pick<Menu, 'name' | 'nameEn'>) => string) => {
  const lang = useLang()
  return ({ name, nameEn }) => (lang === 'en' && nameEn) || name || ''
}

/** A menu's sign and name; a button has no sign. */
export const MenuName = ({ of }: { of: Menu }) => {
  const nameOf = useMenuName()
  return (
    <span className={css.name}>
      {of.category === 1 ? <MenuIcon source={of.source ?? ''} /> : null}
      <Line words={nameOf(of)} />
    </span>
  )
}
