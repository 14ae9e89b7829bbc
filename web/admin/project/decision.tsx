import { type RefObject, useId } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declarantTransitions, transitionOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { DecisionForm } from './decision-form.tsx'
import css from './review.module.css'
import type { OpenReview } from './review-draft.ts'
import { decisionId } from './section-ids.ts'
import { actionLabel, StageNote } from './stage-note.tsx'

export const decisionWords: Text = ['办理', 'Decide']
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

interface Props {
  /** The section, which takes the focus when the pressed button has gone. */
  readonly section: RefObject<HTMLElement | null>
  readonly status: Status
  readonly review: OpenReview
  readonly documents: Readonly<Record<string, FormValues>>
}

/** The transitions available now; each displays its required inputs before it is sent. */
export const Decision = ({ section, ...props }: Props) => {
  const t = useLocalize()
  const headingId = useId()
  const { status, review } = props
  const open = status.actions.filter((name) => !declarantTransitions.includes(name))
  const selected = open.find((name) => name === review.draft.move)
  useFocusIfLost(() => section.current, selected)
  return (
    <section ref={section} id={decisionId(status.id)} tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId}>{t(decisionWords)}</h2>
      <StageNote status={status} />
      {open.length === 0 ? (
        <p className={css.soft}>{status.actions.length ? <ToDeclare {...status} /> : t(nothing)}</p>
      ) : null}
      {selected ? (
        <>
          <h3 className={css.chosen}>{t(actionLabel(selected, status))}</h3>
          <DecisionForm key={selected} name={selected} {...props} />
        </>
      ) : (
        <div className={css.moves}>
          {open.map((name) => (
            <Button
              key={name}
              kind={transitionOf(name).danger ? 'danger' : 'plain'}
              onClick={() => review.change({ move: name })}
            >
              {t(actionLabel(name, status))}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
