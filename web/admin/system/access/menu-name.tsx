import type { RowOf } from '#contract/kit/entity.ts'
import { menu } from '#contract/system/menu.ts'
import { titleIn } from '../../entity/calls.ts'
import { MenuIcon } from '../../shell/icons.tsx'
import { SingleLine } from '../../table/cells.tsx'

type Menu = RowOf<typeof menu>

/** Icon and name of a menu; a button has no icon. */
export const MenuName = ({ of }: { of: Menu }) => (
  <span className="inline-row middle gap-8">
    {of.category === 1 ? <MenuIcon source={of.source ?? ''} /> : null}
    <SingleLine words={titleIn(menu, of)} />
  </span>
)
