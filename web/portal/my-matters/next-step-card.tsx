import { useId } from 'react'
import { Link } from 'react-router'
import { useLocalize } from '#web/base/api/language.ts'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import type { NextStep } from './next-step.ts'
import css from './next-step-card.module.css'

/** What to do now, until when, and the button that leads there. */
export const NextStepCard = ({ step }: { step: NextStep }) => {
  const t = useLocalize()
  const id = useId()
  const { tone, title, of, notes, deadline, timeLeft, link } = step
  return (
    <section className={css.card} data-tone={tone} aria-labelledby={id}>
      <div className={css.words}>
        <h2 id={id}>
          <span>{t(['下一步', 'Next step'])}</span>
          <strong>{t(title)}</strong>
        </h2>
        {of ? (
          <p className={css.about}>
            <span>{of.projectName || t(['（未命名项目）', '(unnamed project)'])}</span>
            <StageTag code={of.stage} name={of.stageName} />
          </p>
        ) : null}
        {notes.map((note) => (
          <p key={note[1]}>{t(note)}</p>
        ))}
        {deadline ? (
          <p className={css.about}>
            <span>{t([`截止 ${deadline.slice(0, 16)}`, `Due ${deadline.slice(0, 16)}`])}</span>
            {timeLeft ? <Tag tone={timeLeft.tone}>{t(timeLeft.words)}</Tag> : null}
          </p>
        ) : null}
      </div>
      <Link className={buttonClass('main')} to={link.to}>
        {t(link.label)}
      </Link>
    </section>
  )
}
