import { declaration } from '#contract/project/declaration.ts'
import { duties, isOfDeclarant } from '#contract/project/transitions.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useSearch } from '#web/base/preferences/search.ts'
import { useOpening } from '../crud/opening-view.ts'
import { Views } from '../crud/views.tsx'

/** Whether the user reviews declarations. */
const useIsReviewer = (): boolean => {
  const may = useMay()
  return duties.some((duty) => !isOfDeclarant(duty) && may(`declaration_${duty.perm}`))
}

const useWaitingCount = (isEnabled: boolean) =>
  useAnswer(declaration.calls.waiting, { current: 1, size: 1 }, { enabled: isEnabled })

/** Whether the address shows only what waits for the user: /project/declaration?waiting=1. */
export const useIsWaiting = (): boolean => useSearch()[0].get('waiting') === '1'

/** The query of a view; the language of the address stays. */
const searchFor =
  (waiting: '0' | '1') =>
  (before: URLSearchParams): URLSearchParams => {
    const lang = before.get('lang')
    return new URLSearchParams({ waiting, ...(lang ? { lang } : {}) })
  }

/** Opens the list of a reviewer at what waits; false until this is decided. */
export const useOpenAtWaiting = (): boolean => {
  const isReviewer = useIsReviewer()
  const { data, error } = useWaitingCount(isReviewer)
  return useOpening(declaration, {
    searchFor: isReviewer ? searchFor('1') : null,
    count: data?.total ?? (error ? null : undefined),
  })
}

/** Whether the address shows only what the provincial desk watches. */
const supervised = 'supervisedSince_notnull'
const supervisors = declaration.calls.remind.access.perm

/** All declarations, those that wait for the user, and those that the provincial desk watches. */
export const DeclarationViews = () => {
  const t = useLocalize()
  const isWaiting = useIsWaiting()
  const isReviewer = useIsReviewer()
  const { data } = useWaitingCount(isReviewer || isWaiting)
  const supervises = supervisors.some(useMay())
  const watched = useAnswer(declaration.calls.page, { current: 1, size: 1, [supervised]: 1 }, { enabled: supervises })
  const [search, setSearch] = useSearch()
  const isSupervised = search.get(supervised) === '1'
  const showSupervised = () =>
    setSearch((before: URLSearchParams) => {
      const after = searchFor('0')(before)
      after.set(supervised, '1')
      return after
    })
  if (!isWaiting && !isReviewer) return null
  return (
    <Views
      views={[
        {
          key: 'all',
          label: t(['全部', 'All']),
          isActive: !isWaiting && !isSupervised,
          show: () => setSearch(searchFor('0')),
        },
        {
          key: 'waiting',
          label: t(['待我办理', 'Waiting for me']),
          count: data,
          urgent: true,
          isActive: isWaiting,
          show: () => setSearch(searchFor('1')),
        },
        ...(supervises
          ? [
              {
                key: 'supervised',
                label: t(['督办', 'Supervised']),
                count: watched.data,
                urgent: true,
                isActive: isSupervised,
                show: showSupervised,
              },
            ]
          : []),
      ]}
    />
  )
}
