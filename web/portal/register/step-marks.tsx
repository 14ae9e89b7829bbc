import css from './step-marks.module.css'

/** The steps of a wizard, with the current one marked. */
export const StepMarks = ({ names, now }: { names: readonly string[]; now: number }) => (
  <ol className={css.steps}>
    {names.map((name, i) => (
      <li key={name} aria-current={i === now ? 'step' : undefined} data-past={i < now || undefined}>
        <span className={css.mark} aria-hidden="true">
          {i + 1}
        </span>
        {name}
      </li>
    ))}
  </ol>
)
