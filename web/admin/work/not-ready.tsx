import type { Row } from '#contract/kit/field.ts'
import { familyFields, type workFields } from '#contract/work/task-fields.ts'
import type { workClaim } from '#contract/work/work-claim.ts'
import type { workTodo } from '#contract/work/work-todo.ts'
import type { workWaiting } from '#contract/work/work-waiting.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { Due } from './due.tsx'

type OpenTaskRow = Pick<Row<typeof workFields>, 'dueTime'> &
  Partial<Pick<Row<typeof familyFields>, 'waitsFor' | 'waitsUntil' | 'workdaysLeft' | 'isDecidedTogether'>>

/**
 * What a task waits for before it can be handled, else when it is due, and whether it is decided on with others; since when it waits is
 * in a column of its own.
 */
export const ReadyOrDue = ({ dueTime, waitsFor, waitsUntil, workdaysLeft, isDecidedTogether }: OpenTaskRow) => {
  const t = useLocalize()
  const [, words] = familyFields.waitsFor.choices.find(([value]) => value === waitsFor) ?? []
  if (!words)
    return (
      <>
        <Due at={dueTime} workdaysLeft={workdaysLeft} />
        {isDecidedTogether ? (
          <span className="block muted small">{t(familyFields.isDecidedTogether.label)}</span>
        ) : null}
      </>
    )
  const until = waitsUntil?.slice(0, 10)
  return (
    <span title={waitsUntil?.slice(0, 16)}>
      <Tag>{t(words)}</Tag> {until ? t([`至 ${until}`, `until ${until}`]) : null}
    </span>
  )
}

/** Why the desk counts fewer tasks than the list. */
export const NotReadyNote = ({
  call,
}: {
  call: (typeof workClaim | typeof workTodo | typeof workWaiting)['calls']['notReady']
}) => {
  const t = useLocalize()
  const { data: count } = useAnswer(call, {})
  if (!count) return null
  return (
    <div className="below-12">
      <Notice>
        <p>
          {t([
            `其中 ${count} 件尚不能办理（等待专家评分、公示期未满等），不计入工作台待办数，条件具备后即可办理。`,
            `${count} of these tasks cannot be handled yet: they wait for scores, the end of a public notice or the like. The desk counts them as soon as they can be handled.`,
          ])}
        </p>
      </Notice>
    </div>
  )
}
