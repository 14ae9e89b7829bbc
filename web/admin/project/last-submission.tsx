import type { Difference, Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { TimelineComment } from '#web/declaration/timeline-entry.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './review.module.css'

interface Props {
  readonly status: Status
  readonly changes: readonly Difference[]
}

/** What differs from the submission before the last one, and what the declarant has written to the reviewers with it. */
export const LastSubmission = ({ status: { timeline }, changes }: Props) => {
  const t = useLocalize()
  const comment = timeline.findLast(({ move }) => move === 'submit')?.comment
  return (
    <>
      {changes.length ? (
        <p className={css.compared}>
          {t([
            `与上次提交相比，${changes.length} 处有变化，已在相应位置并列显示修改前后内容。`,
            `${changes.length} ${changes.length === 1 ? 'value' : 'values'} changed since the last submission. Old and new are shown side by side.`,
          ])}
        </p>
      ) : null}
      {comment ? (
        <div className="above-12">
          <Notice title={t(['申报单位的说明', 'Note of the declarant'])}>
            <TimelineComment>{comment}</TimelineComment>
          </Notice>
        </div>
      ) : null}
    </>
  )
}
