import { lazy, Suspense } from 'react'
import type { Statistics } from '#contract/portal/portal.ts'
import { words } from '#contract/words.ts'
import type { Failure } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState } from '#web/base/page/page.tsx'
import { useHydrated } from '#web/base/page/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './distribution.module.css'
import type { Place } from './national/ranked-places.ts'
import { Section } from './section.tsx'

interface QueryState<T> {
  readonly data: T | undefined
  readonly error: Failure | null
  refetch(): unknown
}
interface Props {
  readonly statistics: QueryState<Statistics>
  readonly places: QueryState<readonly Place[]>
}

const NotLoaded = () => {
  const t = useLocalize()
  return (
    <Notice tone="bad" title={t(['地图与图表未能加载', 'The map and charts could not be loaded'])} live>
      <Button kind="link" onClick={() => location.reload()}>
        {t(words.retry)}
      </Button>
    </Notice>
  )
}

/** The map and the charts load after the first paint, in a chunk of their own; if it fails, the rest of the page still works. */
const National = lazy(() =>
  import('./national/national.tsx').then(
    ({ National }) => ({ default: National }),
    () => ({ default: NotLoaded }),
  ),
)

/** Server-rendered replacement for the map; browsers never load it. */
const Plain = import.meta.env.SSR
  ? lazy(async () => ({ default: (await import('./national/plain.tsx')).PlainNational }))
  : null

/** Reserves the space of the map, to avoid a layout shift; `years` adds the year buttons above it. */
const Skeleton = ({ years }: { years: boolean }) => {
  const t = useLocalize()
  return (
    <>
      <p className="hidden-words" role="status">
        {t(words.loading)}
      </p>
      {years ? <div className={css.years} /> : null}
      <div className={css.map}>
        <div className={css.stage} data-waiting />
        <div className={css.side} data-waiting />
      </div>
      <div className={css.charts} data-waiting />
    </>
  )
}

/** The listed projects by place and by operator. */
export const Distribution = ({ statistics, places }: Props) => {
  const t = useLocalize()
  const scripted = useHydrated()
  const years = (statistics.data?.years.length ?? 0) > 1
  const failed = [statistics, places].find(({ data, error }) => error && !data)
  return (
    <Section
      title={t(['全国项目分布', 'Projects across the country'])}
      lead={t([
        '点击地图或在列表中选择省份，查看该省数据。',
        'Choose a province on the map or in the list to see its figures.',
      ])}
    >
      {failed?.error ? (
        <ErrorState error={failed.error} retry={failed.refetch} />
      ) : (
        <>
          <Suspense fallback={<Skeleton years={years} />}>
            {scripted && statistics.data && places.data ? (
              <National places={places.data} operators={statistics.data.Operator} years={statistics.data.years} />
            ) : (
              <Skeleton years={years} />
            )}
          </Suspense>
          <noscript className={css.plain}>{Plain && places.data ? <Plain places={places.data} /> : null}</noscript>
        </>
      )}
    </Section>
  )
}
