import { hasFields } from '#contract/kit/kinds.ts'
import { partOf } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import type { Difference, Remark, Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatFieldPath } from '#web/declaration/field-path.ts'
import { TimelineComment } from '#web/declaration/timeline-entry.tsx'
import { FieldValue } from '#web/form/answers.tsx'
import { type FormValues, fieldAt } from '#web/form/form-values.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PreviousRemark, type PreviousRemarkProps } from './remark-pin.tsx'
import css from './review.module.css'
import { partId } from './section-ids.ts'

interface Props extends Omit<PreviousRemarkProps, 'remark'> {
  readonly status: Status
  readonly changes: readonly Difference[]
  /** Remarks of the last return. */
  readonly pinned: readonly Remark[]
  readonly documents: Readonly<Record<string, FormValues>>
}

/** The old and the new value on one line; of a list or group only that it changed, since its values stand at its place. */
const Change = ({ change, documents }: { change: Difference } & Pick<Props, 'documents'>) => {
  const [code = '', ...rest] = change.at.split('.')
  const field = fieldAt(partOf(code)?.fields ?? {}, rest.join('.'), documents[code] ?? {})?.field
  if (!field || hasFields(field)) return null
  return (
    <span className={css.change}>
      <del>
        <FieldValue field={field} value={change.before} />
      </del>{' '}
      →{' '}
      <ins>
        <FieldValue field={field} value={change.after} />
      </ins>
    </span>
  )
}

/** What was asked for and what has become of it, then what else differs from the submission before the last one. */
export const LastReturn = ({ status, changes, pinned, documents, ...remarkProps }: Props) => {
  const t = useLocalize()
  const comment = status.timeline.findLast(({ move }) => move === 'submit')?.comment
  const changesAt = (at: string) => changes.filter((change) => isWithin(change.at, [at]))
  const others = changes.filter(({ at }) => !pinned.some((remark) => isWithin(at, [remark.at])))
  const link = (at: string) => (
    <a href={`#${partId(status.id, at.split('.')[0] as string)}`}>{formatFieldPath(at, t, documents)}</a>
  )
  const rows = [
    ...pinned.map((remark) => ({ at: remark.at, remark, found: changesAt(remark.at) })),
    ...others.map((change) => ({ at: change.at, remark: null, found: [change] })),
  ]
  return (
    <>
      {comment ? (
        <div className="above-12">
          <Notice title={t(['申报单位的说明', 'Note of the declarant'])}>
            <TimelineComment>{comment}</TimelineComment>
          </Notice>
        </div>
      ) : null}
      {rows.length ? (
        <section className={css.lastReturn}>
          <h2>
            {changes.length
              ? t([
                  `与上次提交相比，${changes.length} 处有变化`,
                  `Changes since the last submission: ${changes.length}`,
                ])
              : t(['上次退回的修改要求', 'Remarks of the last return'])}
          </h2>
          <ol>
            {rows.map(({ at, remark, found }) => (
              <li key={`${at}-${remark?.text ?? ''}`}>
                {link(at)}
                {found.map((change) => (
                  <Change key={change.at} change={change} documents={documents} />
                ))}
                {remark ? <PreviousRemark remark={remark} {...remarkProps} /> : null}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  )
}
