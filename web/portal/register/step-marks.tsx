import css from './step-marks.module.css'

/** The steps of a wizard, with the current one marked. */
export const StepMarks = ({ names, current }: { names: readonly string[]; current: number }) => (
  <ol className={css.steps}>
    {names.map((name, i) => (
      <li key={name} aria-current={i === current ? 'step' : undefined} data-past={i < current || undefined}>
        <span className={css.mark} aria-hidden="true">
          {i + 1}
        </span>
        {name}
      </li>
    ))}
  </ol>
)
