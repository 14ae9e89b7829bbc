import { useSearchParams } from 'react-router'
import { useLocalize } from '#web/base/api/language.ts'
import type { Counted } from '#web/base/page/number.ts'
import { Views } from '../../crud/views.tsx'

/** Switches between the view by menu and the full list. */
export const ScopeViews = ({ isFullList, total }: { isFullList: boolean; total: Counted | undefined }) => {
  const t = useLocalize()
  const [, go] = useSearchParams()
  const byMenu = { key: 'menu', label: t(['按菜单', 'By menu']), isActive: !isFullList, show: () => go({}) }
  const all = { key: 'all', label: t(['全部权限', 'All scopes']), isActive: isFullList, show: () => go({ all: '1' }) }
  return <Views views={[byMenu, { ...all, count: total }]} />
}
