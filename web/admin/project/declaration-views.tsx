import { useSearchParams } from 'react-router'
import { duties } from '#contract/project/duties.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { Views } from '../crud/views.tsx'

/** Whether the address shows only what waits for the user: /project/declaration?waiting=1. */
export const useIsWaiting = (): boolean => useSearchParams()[0].get('waiting') === '1'

/** All declarations or those that wait for the user, who needs at least one duty. */
export const DeclarationViews = () => {
  const t = useLocalize()
  const may = useMay()
  const isWaiting = useIsWaiting()
  const [, setSearch] = useSearchParams()
  if (!isWaiting && !duties.some(({ perm, by }) => by === 'reviewer' && may(perm))) return null
  return (
    <Views
      views={[
        { key: 'all', label: t(['全部', 'All']), isActive: !isWaiting, show: () => setSearch({}) },
        {
          key: 'waiting',
          label: t(['待我办理', 'Waiting for me']),
          isActive: isWaiting,
          show: () => setSearch({ waiting: '1' }),
        },
      ]}
    />
  )
}
