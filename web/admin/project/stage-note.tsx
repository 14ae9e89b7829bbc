import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Status, Step } from '#contract/project/status.ts'
import { type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { removalWords } from '#web/declaration/step-words.ts'
import { Notice } from '#web/ui/notice.tsx'
import { approvalNote, minutes, type Note } from './approval-note.ts'

/** The request to remove the project that another person has to confirm. */
export const removalRequestIn = ({ status, timeline }: Status): Step | undefined => {
  const last = timeline.findLast(({ move }) => move === 'unlist' || move === 'cancelUnlist')
  return status === 60 && last?.move === 'unlist' ? last : undefined
}

/** What a transition is called now: the second person confirms what the first one requests. */
export const actionLabel = (name: TransitionName, status: Status): Text => {
  if (name !== 'unlist') return transitionOf(name).label
  return removalRequestIn(status) ? removalWords.confirm : removalWords.request
}

const removalNote = (status: Status): Note | null => {
  const request = removalRequestIn(status)
  if (!request) return null
  const [by, at] = [request.byName, minutes(request.createTime)]
  const title: Text = [`${by} 于 ${at} 申请将本项目移出项目库`, `${by} requested the removal of this project at ${at}`]
  if (status.actions.includes('unlist'))
    return [
      title,
      [
        '确认后项目即移出项目库，不再公开展示；不同意的，请撤销移出申请。',
        'Once confirmed, the project is no longer listed. If you disagree, withdraw the request.',
      ],
    ]
  return [
    title,
    [
      '须由另一名有移出权限的人员确认后，项目才会移出；确认前项目仍在库中。',
      'Another person with this permission has to confirm it. Until then the project stays listed.',
    ],
  ]
}

const noticeNote = ({ status, noticeUntil, actions }: Status): Note | null => {
  if (status === 50 && !noticeUntil)
    return [
      ['待发布公示公告', 'Waits for its notice'],
      [
        '公示期从公告发布次日起计算，期满且没有未处理的异议，方可入库。公告在“公示公告”中拟稿和发布。',
        'Its period begins on the day after the notice is published, in Public notices. The project can be listed after that.',
      ],
    ]
  if (!noticeUntil) return null
  const until = minutes(noticeUntil)
  const title: Text = [`公示期至 ${until}`, `The public notice runs until ${until}`]
  if (actions.includes('dismiss'))
    return [
      title,
      [
        '有异议尚未处理，处理完毕且公示期满后方可入库。',
        'An objection is open. The project can be listed once it is settled and the notice is over.',
      ],
    ]
  if (actions.includes('publish')) return [title, ['公示期已满，可以入库。', 'It is over: the project can be listed.']]
  return [
    title,
    ['期满且没有未处理的异议，方可结束公示并入库。', 'The project can be listed after that, if no objection is open.'],
  ]
}

/** What there is to know about the present stage before deciding. */
export const StageNote = ({ status }: { status: Status }): ReactNode => {
  const t = useLocalize()
  const note = removalNote(status) ?? noticeNote(status) ?? approvalNote(status)
  const reason = removalRequestIn(status)?.comment
  if (!note) return null
  const [title, more] = note
  return (
    <div className="below-12">
      <Notice tone="ask" title={t(title)}>
        {reason ? <p>{t([`理由：${reason}`, `Reason: ${reason}`])}</p> : null}
        <p>{t(more)}</p>
      </Notice>
    </div>
  )
}

/** Before a removal is requested: what follows. */
export const RemovalRequestNote = () => {
  const t = useLocalize()
  return (
    <Notice tone="ask" title={t(['移出须经两人办理', 'A removal takes two people'])}>
      <p>
        {t([
          '提交后，须由另一名有移出权限的人员确认，项目才会移出；确认前项目仍在库中，您可以撤销申请。',
          'After you send this, another person with this permission has to confirm it. Until then the project stays listed, and you can withdraw the request.',
        ])}
      </p>
    </Notice>
  )
}
