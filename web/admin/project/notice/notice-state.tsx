import type { RowOf } from '#contract/kit/entity.ts'
import { type NoticeState, noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'

const tones = { 1: 'ask', 2: 'good', 3: 'calm' } as const satisfies Record<NoticeState, string>
const { choices } = publicNotice.fields.noticeState

/** State of a notice, and that somebody has requested its withdrawal. */
export const NoticeStateTag = ({
  of,
}: {
  readonly of: Pick<RowOf<typeof publicNotice>, 'noticeState' | 'withdrawalBy'>
}) => {
  const t = useLocalize()
  const state = (of.noticeState ?? noticeStates.draft) as NoticeState
  if (state === noticeStates.published && of.withdrawalBy)
    return <Tag tone="bad">{t(['已申请撤销', 'Withdrawal requested'])}</Tag>
  const label = choices.find(([code]) => code === state)?.[1]
  return label ? <Tag tone={tones[state]}>{t(label)}</Tag> : null
}
