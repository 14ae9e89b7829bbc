import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useHere } from './page.tsx'
import { useSay } from './say.ts'
import css from './soon.module.css'

interface Way {
  readonly to: string
  readonly words: Text
}

interface Props {
  /** What the page will hold, one thing a line. */
  readonly holds: readonly Text[]
  /** What can be done today, and where; the first is the nearest. */
  readonly ways: readonly Way[]
}

/** A page that is still being built says so, what it will hold, and where to go today. */
export const Soon = ({ holds, ways }: Props) => {
  const t = useSay()
  const title = useHere()
  return (
    <div className={css.soon}>
      <h1>{t(title)}</h1>
      <p className={css.state}>{t(['本栏目尚在建设', 'This page is still being built'])}</p>
      <h2>{t(['建成后将提供', 'It will hold'])}</h2>
      <ul className={css.holds}>
        {holds.map((line) => (
          <li key={line[0]}>{t(line)}</li>
        ))}
      </ul>
      <h2>{t(['目前您可以', 'Today you can'])}</h2>
      <p className={css.ways}>
        {ways.map(({ to, words }, i) => (
          <Link key={to} className={buttonClass(i === 0 ? 'main' : 'plain')} to={to}>
            {t(words)}
          </Link>
        ))}
      </p>
    </div>
  )
}
