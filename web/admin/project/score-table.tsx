import { scoreText, summaryOf } from '#contract/project/score-sheet.ts'
import type { AssignedExpert } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './score-table.module.css'

type Scored = Pick<AssignedExpert, 'id' | 'realName' | 'score' | 'items'>

const meanOf = (points: readonly (number | undefined)[]): string => {
  const summary = summaryOf(points.filter((one) => one !== undefined))
  return summary ? scoreText(summary.mean) : '—'
}

/** The reasons that experts gave for points, by item. */
const Reasons = ({ experts }: { experts: readonly Scored[] }) => {
  const t = useLocalize()
  const reasons = experts.flatMap(({ id, realName, items }) =>
    items.flatMap(({ itemName, points, reason }) => (reason ? [{ id, realName, itemName, points, reason }] : [])),
  )
  if (reasons.length === 0) return null
  return (
    <ul className={css.reasons}>
      {reasons.map(({ id, realName, itemName, points, reason }) => (
        <li key={`${id} ${itemName}`}>
          <span className="block muted small">
            {t([`${itemName}，${realName} ${scoreText(points)} 分`, `${itemName}, ${realName}: ${scoreText(points)}`])}
          </span>
          {reason}
        </li>
      ))}
    </ul>
  )
}

/** The sheets of the experts beside each other: a row for each item, a column for each expert. */
export const ScoreTable = ({ experts }: { experts: readonly Scored[] }) => {
  const t = useLocalize()
  const [first] = experts
  if (!first) return null
  const caption = t(['各评分项得分', 'Points by item'])
  const pointsIn = ({ items }: Scored, name: string) => items.find(({ itemName }) => itemName === name)?.points
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={css.frame} aria-label={caption} tabIndex={0}>
        <table className={css.table}>
          <caption className="hidden-words">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t(['评分项', 'Item'])}</th>
              {experts.map(({ id, realName }) => (
                <th key={id} scope="col">
                  {realName}
                </th>
              ))}
              <th scope="col">{t(['平均', 'Mean'])}</th>
            </tr>
          </thead>
          <tbody>
            {first.items.map(({ itemName, weight, maxPoints }) => (
              <tr key={itemName}>
                <th scope="row">
                  {itemName}
                  <span className="block muted small nowrap">
                    {t([`权重${weight}%，满分${maxPoints}`, `weight ${weight}%, max. ${maxPoints}`])}
                  </span>
                </th>
                {experts.map((expert) => {
                  const points = pointsIn(expert, itemName)
                  return <td key={expert.id}>{points === undefined ? '—' : scoreText(points)}</td>
                })}
                <td>{meanOf(experts.map((expert) => pointsIn(expert, itemName)))}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t(['总分', 'Score'])}</th>
              {experts.map(({ id, score }) => (
                <td key={id}>{score === null ? '—' : scoreText(score)}</td>
              ))}
              <td>{meanOf(experts.map(({ score }) => score ?? undefined))}</td>
            </tr>
          </tbody>
        </table>
      </section>
      <Reasons experts={experts} />
    </>
  )
}
