import { Link } from 'react-router'
import { platformHealth } from '#contract/desk/platform-health.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Loading, QueryView } from '#web/base/page/page.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './health.module.css'
import { type HealthRow, healthRowsOf } from './health-rows.ts'
import { Section } from './section.tsx'
import { SetupList } from './setup-list.tsx'

const Line = ({ label, figure, state, to, note }: Omit<HealthRow, 'key'>) => {
  const t = useLocalize()
  return (
    <div className={css.line}>
      <dt>
        {t(label)}
        {note ? <small className="block muted small">{t(note)}</small> : null}
      </dt>
      <dd className={css.figure}>{to ? <Link to={to}>{t(figure)}</Link> : t(figure)}</dd>
      <dd>{state ? <Tag tone={state.tone}>{t(state.words)}</Tag> : null}</dd>
    </div>
  )
}

/** The state of the platform for those who run it; each figure opens its list. */
export const Health = () => {
  const t = useLocalize()
  const health = useAnswer(platformHealth.read)
  const checkedAt = health.data?.checkedAt.slice(11, 16)
  // what a new site lacks stands above it and would push it down
  if (health.data === undefined && !health.error) return <Loading />
  return (
    <>
      <SetupList lacks={health.data?.lacks ?? []} />
      <Section
        title={['平台运行', 'Platform']}
        extra={checkedAt ? t([`${checkedAt} 检查`, `checked at ${checkedAt}`]) : undefined}
      >
        <QueryView from={health}>
          {(figures) => (
            <dl className={css.lines}>
              {healthRowsOf(figures).map(({ key, ...row }) => (
                <Line key={key} {...row} />
              ))}
            </dl>
          )}
        </QueryView>
      </Section>
    </>
  )
}
