import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { declaration } from '#contract/project/declaration.ts'
import { duties } from '#contract/project/duties.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { Views } from '../crud/views.tsx'

/** Whether the user reviews declarations. */
const useIsReviewer = (): boolean => {
  const may = useMay()
  return duties.some(({ perm, by }) => by === 'reviewer' && may(perm))
}

const useWaitingCount = (isEnabled: boolean) =>
  useAnswer(declaration.calls.waiting, { current: 1, size: 1 }, { enabled: isEnabled })

/** Whether the address shows only what waits for the user: /project/declaration?waiting=1. */
export const useIsWaiting = (): boolean => useSearchParams()[0].get('waiting') === '1'

/**
 * Opens the list of a reviewer at what waits, if anything does and the address requests nothing else. False until this is decided, so
 * that no rows are replaced at once.
 */
export const useOpenAtWaiting = (): boolean => {
  const isReviewer = useIsReviewer()
  const [search, setSearch] = useSearchParams()
  const isPlain = [...search.keys()].every((name) => name === 'lang')
  const [isDecided, setDecided] = useState(!isPlain)
  const { data, error } = useWaitingCount(isReviewer && !isDecided)
  const decide = useEffectEvent(() => {
    setDecided(true)
    if (data?.total && isPlain) setSearch({ waiting: '1' }, { replace: true })
  })
  const isKnown = data !== undefined || error !== null
  useEffect(() => {
    if (!isDecided && isKnown) decide()
  }, [isDecided, isKnown])
  // until the permissions are known nobody is a reviewer
  return isDecided || !isReviewer
}

/** All declarations or those that wait for the user, for reviewers. */
export const DeclarationViews = () => {
  const t = useLocalize()
  const isWaiting = useIsWaiting()
  const isReviewer = useIsReviewer()
  const { data } = useWaitingCount(isReviewer || isWaiting)
  const [, setSearch] = useSearchParams()
  if (!isWaiting && !isReviewer) return null
  return (
    <Views
      views={[
        { key: 'all', label: t(['全部', 'All']), isActive: !isWaiting, show: () => setSearch({ waiting: '0' }) },
        {
          key: 'waiting',
          label: t(['待我办理', 'Waiting for me']),
          count: data?.total,
          urgent: true,
          isActive: isWaiting,
          show: () => setSearch({ waiting: '1' }),
        },
      ]}
    />
  )
}
