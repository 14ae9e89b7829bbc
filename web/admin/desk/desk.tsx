import { platformHealth } from '#contract/desk/platform-health.ts'
import type { Text } from '#contract/kit/text.ts'
import { matters } from '#contract/project/matter.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useUser } from '#web/base/api/session.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import css from './desk.module.css'
import { Health } from './health.tsx'
import { MatterList } from './matter-list.tsx'
import { StageCounts } from './stage-counts.tsx'

/** Loaded when everything else is there. */
const PinnedReports = lazyComponent(async () => (await import('../report/pinned-reports.tsx')).PinnedReports)

/** Holds the room of two rows of figures. */
const NoFigures = () => <div className={css.figures} />

/** Loaded for those who may read it. */
const ReviewFigures = lazyComponent(async () => (await import('./review-figures.tsx')).ReviewFigures, NoFigures)

const title: Text = ['工作台', 'Desk']

/** The first page of a session: what waits for the user, the state of the platform, and figures of the rows they may see. */
export const Desk = () => {
  const t = useLocalize()
  const may = useMay()
  const name = useUser()?.real_name ?? ''
  const waiting = useAnswer(matters.list)
  const { access } = platformHealth.read
  return (
    <>
      <PageHead title={title} extra={t([`${name}，您好`, `Welcome, ${name}`])} />
      <QueryView from={waiting}>
        {(answer) => (
          <>
            <div className={css.desk}>
              <div>
                <MatterList {...answer} />
                {may('stage_stay') ? <ReviewFigures /> : null}
              </div>
              <div>
                <StageCounts {...answer} />
                {/* last, because its lines arrive later and must not push what is there */}
                {access.perm.some(may) ? <Health /> : null}
              </div>
            </div>
            <PinnedReports place="desk" />
          </>
        )}
      </QueryView>
    </>
  )
}
