import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useLocalize } from './language.ts'
import { usePageTitle } from './page.tsx'
import css from './under-construction.module.css'

interface NextStep {
  readonly to: string
  readonly words: Text
}

interface Props {
  /** Planned features, one per line. */
  readonly plannedFeatures: readonly Text[]
  /** What the reader can do today, and where; the first is the main button. */
  readonly nextSteps: readonly NextStep[]
}

/** A page under construction: its planned features, and where to go meanwhile. */
export const UnderConstruction = ({ plannedFeatures, nextSteps }: Props) => {
  const t = useLocalize()
  const title = usePageTitle()
  return (
    <div className={css.soon}>
      <h1>{t(title)}</h1>
      <p className={css.state}>{t(['本栏目正在建设中', 'This page is under construction'])}</p>
      <h2>{t(['建成后将提供', 'Planned features'])}</h2>
      <ul className={css.holds}>
        {plannedFeatures.map((line) => (
          <li key={line[0]}>{t(line)}</li>
        ))}
      </ul>
      <h2>{t(['目前您可以', 'What you can do now'])}</h2>
      <p className={css.ways}>
        {nextSteps.map(({ to, words }, i) => (
          <Link key={to} className={buttonClass(i === 0 ? 'main' : 'plain')} to={to}>
            {t(words)}
          </Link>
        ))}
      </p>
    </div>
  )
}
