import { type RefObject, useId } from 'react'
import { Link } from 'react-router'
import { listText, type Text } from '#contract/kit/text.ts'
import { batchScoresWords } from '#contract/project/batch-scores.ts'
import type { Remark, Status } from '#contract/project/status.ts'
import { acceptance, isOfDeclarant, type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useEnterChord } from '#web/ui/use-enter-chord.ts'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import type { OpenWalk } from '../walk/use-walk.ts'
import { Acceptance, DecisionForm, isPlainMove } from './decision-form.tsx'
import css from './review.module.css'
import type { OpenReview } from './review-draft.ts'
import { decisionId } from './section-ids.ts'
import { actionLabel, StageNote } from './stage-note.tsx'

export const decisionWords: Text = ['办理', 'Review']
const nothing: Text = ['当前环节没有需要您办理的事项。', 'There is nothing for you to do at this stage.']

/** Links to the declaration pages, where declarants perform their own actions. */
const ToDeclare = ({ id, actions }: Pick<Status, 'id' | 'actions'>) => {
  const t = useLocalize()
  const labels = actions.map((name) => t(transitionOf(name).label)).join(t(['、', ', ']))
  return (
    <>
      {t([`您可以：${labels}。`, `You can: ${labels}.`])}{' '}
      <Link to={`/projectDetails/${id}`}>{t(['前往办理', 'Continue'])}</Link>
    </>
  )
}

interface MovesProps {
  readonly status: Status
  readonly open: readonly TransitionName[]
  readonly choose: (name: TransitionName) => void
}

/** The transitions to choose from. One that cannot be made yet is disabled, with the reason below. */
const Moves = ({ status, open, choose }: MovesProps) => {
  const t = useLocalize()
  const id = useId()
  const reasonOf = (name: TransitionName) => status.obstacles.find(({ action }) => action === name)?.reason
  const reasons = [...new Set(open.flatMap((name) => reasonOf(name) ?? []))]
  return (
    <>
      <div className={css.moves}>
        {open.map((name) => {
          const reason = reasonOf(name)
          return (
            <Button
              key={name}
              kind={transitionOf(name).traits.includes('danger') ? 'danger' : 'plain'}
              disabled={reason !== undefined}
              aria-describedby={reason === undefined ? undefined : `${id}-${reasons.indexOf(reason)}`}
              onClick={() => choose(name)}
            >
              {t(actionLabel(name, status))}
            </Button>
          )
        })}
      </div>
      {reasons.map((reason, i) => (
        <p key={reason} id={`${id}-${i}`} className="above-8 muted">
          {t(listText(open.filter((name) => reasonOf(name) === reason).map((name) => actionLabel(name, status))))}
          {t(['：', ': '])}
          {reason}
        </p>
      ))}
      {status.isDecidedByTable && status.batch?.id ? (
        <Link className="block above-8" to={`/project/batch/${status.batch.id}/scores`}>
          {t(batchScoresWords)}
        </Link>
      ) : null}
    </>
  )
}

interface Props {
  /** The section, which takes the focus when the pressed button has gone. */
  readonly section: RefObject<HTMLElement | null>
  readonly status: Status
  readonly review: OpenReview
  readonly documents: Readonly<Record<string, FormValues>>
  /** Remarks of the last return that nobody has marked as resolved. */
  readonly unresolved: readonly Remark[]
  /** The walk that continues after a decision. */
  readonly walk: OpenWalk | null
}

/** Those that need nothing first: at the same place in every declaration. */
const plainFirst = (names: readonly TransitionName[]) =>
  names.toSorted((one, other) => Number(isPlainMove(other)) - Number(isPlainMove(one)))

/** The transitions available now; each displays its required inputs before it is sent. */
export const Decision = ({ section, ...props }: Props) => {
  const t = useLocalize()
  const headingId = useId()
  const { status, review } = props
  const open = plainFirst(status.actions.filter((name) => !isOfDeclarant(transitionOf(name))))
  const isReady = (name: TransitionName) => !status.obstacles.some(({ action }) => action === name)
  const selected = open.find((name) => name === review.draft.move && isReady(name))
  // not the button that confirms: a key that is held down would press it
  useFocusIfLost(() => section.current, selected)
  const choose = (move: TransitionName) => review.change({ move })
  useEnterChord(
    section,
    t(['受理；选择通过，再按一次确认', 'Accept; choose the approval, and again to confirm it']),
    () => {
      const [first] = open
      const form = section.current?.querySelector('form')
      if (form) form.requestSubmit()
      else if (first && isPlainMove(first) && isReady(first)) choose(first)
    },
  )
  return (
    <section ref={section} id={decisionId(status.id)} tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId}>{t(decisionWords)}</h2>
      <StageNote status={status} />
      {open.length === 0 ? (
        <p className="muted">{status.actions.length ? <ToDeclare {...status} /> : t(nothing)}</p>
      ) : null}
      {selected ? (
        <>
          {isPlainMove(selected) ? null : <h3 className={css.chosen}>{t(actionLabel(selected, status))}</h3>}
          <DecisionForm key={selected} name={selected} {...props} />
        </>
      ) : open[0] === acceptance ? (
        <Acceptance {...props} />
      ) : (
        <Moves status={status} open={open} choose={choose} />
      )}
    </section>
  )
}
