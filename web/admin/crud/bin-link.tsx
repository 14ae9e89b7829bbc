import { Link, useLocation } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { Trash2Icon } from '#web/ui/icons.ts'
import css from './bin-link.module.css'

/** Link to the recycle bin of a list; passes the list's address for the way back. */
export const BinLink = ({ entity }: { entity: AnyEntity }) => {
  const t = useLocalize()
  const { pathname, search } = useLocation()
  return (
    <Link className={css.link} to={`${screenPathOf(entity)}?bin=1`} state={{ from: pathname + search }}>
      <Trash2Icon aria-hidden="true" />
      {t(['回收站', 'Recycle bin'])}
    </Link>
  )
}

/** Address of the list as the user left it; the unfiltered list if they came by a direct link. */
export const useReturnPath = (entity: AnyEntity): string => {
  const { state } = useLocation()
  return (state as { from?: string } | null)?.from ?? screenPathOf(entity)
}
