import { Link } from 'react-router'
import type { Matters } from '#contract/project/matter.ts'
import { stageOf, stageTitle } from '#contract/project/stages.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import css from './desk.module.css'
import { Section } from './section.tsx'

/** All visible declarations by stage: a count, and its share as a bar; and the listed projects. */
export const StageCounts = ({ byStage, listed }: Pick<Matters, 'byStage' | 'listed'>) => {
  const t = useLocalize()
  const stages = byStage.filter(({ value }) => value > 0).toSorted((one, other) => one.status - other.status)
  const maxValue = Math.max(1, ...stages.map(({ value }) => value))
  const total = stages.reduce((sum, { value }) => sum + value, 0)
  return (
    <>
      {stages.length ? (
        <Section title={['申报进展', 'Declarations by stage']} extra={t([`共 ${total} 件`, `${total} in all`])}>
          <ul className={css.stages}>
            {stages.map(({ status, name, value }) => (
              <li key={status}>
                <Link to={`/project/declaration?declareStatus=${status}`} className={css.stage}>
                  <span>{t(stageTitle(status, name))}</span>
                  <span className={css.bar} data-tone={stageOf(status).tone} aria-hidden="true">
                    <i style={{ width: `${(value / maxValue) * 100}%` }} />
                  </span>
                  <b>{formatNumber(value)}</b>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {listed === null ? null : (
        <Section title={['项目库', 'Project library']}>
          <p>
            <Link to="/project/library">
              {t([
                `${formatNumber(listed)} 个已入库项目`,
                `${formatNumber(listed)} listed ${listed === 1 ? 'project' : 'projects'}`,
              ])}
            </Link>
          </p>
        </Section>
      )}
    </>
  )
}
