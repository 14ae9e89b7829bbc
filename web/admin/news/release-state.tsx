import type { RowOf } from '#contract/kit/entity.ts'
import type { fileRelease } from '#contract/news/file-release.ts'
import type { pressRelease } from '#contract/news/press-release.ts'
import { releaseFoot, releaseStates } from '#contract/news/release.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Counted } from '#web/base/page/number.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import type { ListSource } from '../crud/sources/list-source.ts'
import { StateViews } from '../crud/views.tsx'

type Release = typeof pressRelease | typeof fileRelease
type Row = Pick<RowOf<Release>, 'status'>

const { draft, published, scheduled, withdrawn } = releaseStates
const { choices } = releaseFoot.status
const tones: Readonly<Record<number, Tone>> = { [published]: 'good', [scheduled]: 'ask', [withdrawn]: 'calm' }

/** State of a release; its publishing time has a column of its own. */
export const ReleaseState = ({ of: { status } }: { of: Row }) => {
  const t = useLocalize()
  const label = choices.find(([value]) => value === status)?.[1]
  const tone = tones[status ?? draft]
  return label ? <Tag {...(tone ? { tone } : {})}>{t(label)}</Tag> : null
}

/** Names of the actions that a release allows in its state, besides editing. */
export const releaseActionsOf = ({ status }: Row): readonly string[] => {
  if (status === published) return ['withdraw']
  return status === scheduled ? ['publish', 'withdraw'] : ['publish']
}

/** The publishing form starts with the release's own time, so that the user sees it before it is replaced. */
export const releaseOverrides = {
  publish: (
    [row, ...others]: readonly Pick<RowOf<Release>, 'releaseTime'>[],
    openForm: (initial: FormValues) => void,
  ) => openForm(row?.releaseTime && others.length === 0 ? { releaseTime: row.releaseTime } : {}),
} as const

const useCount = (of: Release, status: number): Counted | undefined =>
  // both lists return a page; only its total is read
  useAnswer(of.calls.list as typeof pressRelease.calls.list, { status, current: 1, size: 1 }).data

/** State filter of the list, with the number of releases in each state. */
export const ReleaseStates = ({ of, source }: { of: Release; source: ListSource }) => {
  const counts = {
    [draft]: useCount(of, draft),
    [published]: useCount(of, published),
    [scheduled]: useCount(of, scheduled),
    [withdrawn]: useCount(of, withdrawn),
  }
  return <StateViews source={source} states={choices} counts={counts} />
}
