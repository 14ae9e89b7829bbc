import { hasPlace } from '#contract/project/places.ts'
import type { Remark, Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatFieldPath } from '#web/declaration/field-path.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { leftOut } from './decision-warnings.ts'
import { isBlank } from './remarks.ts'
import css from './review.module.css'
import type { OpenReview } from './review-draft.ts'
import { partId } from './section-ids.ts'

interface Props {
  readonly status: Status
  readonly review: OpenReview
  /** Remarks of the last return that nobody has marked as resolved. */
  readonly unresolved: readonly Remark[]
  readonly documents: Readonly<Record<string, FormValues>>
  readonly fault: string | undefined
}

/** The remarks that a return sends, and those of the last one that it would leave out. */
export const RemarkList = ({ status, review, unresolved, documents, fault }: Props) => {
  const t = useLocalize()
  const { remarks } = review.draft
  const open = leftOut(remarks, unresolved).filter(({ at }) => hasPlace(documents, at))
  return (
    <FormField
      group
      label={t(['修改要求', 'Remarks'])}
      hint={t([
        '请在相应内容旁填写；退回后申报单位只能修改这些内容，请一次性列全。',
        'Write them beside the values. The declarant can then change only those, so list everything at once.',
      ])}
      fault={fault}
    >
      {remarks.length ? (
        <ol className={css.remarks}>
          {remarks.map((remark) => (
            <li key={remark.at}>
              <a href={`#${partId(status.id, remark.at.split('.')[0] as string)}`}>
                {formatFieldPath(remark.at, t, documents)}
              </a>
              {isBlank(remark) ? (
                <span className="muted">{t(['（未填写）', '(not filled in)'])}</span>
              ) : (
                <span>{remark.text}</span>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">{t(['尚未填写。', 'None yet.'])}</p>
      )}
      {open.length ? (
        <Button onClick={() => review.change({ remarks: [...remarks, ...open] })}>
          {t([
            `列入上次未落实的 ${open.length} 条要求`,
            `Add the ${open.length} unresolved ${open.length === 1 ? 'remark' : 'remarks'} of the last return`,
          ])}
        </Button>
      ) : null}
    </FormField>
  )
}
