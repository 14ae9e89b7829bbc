import { platformHealth } from '#contract/desk/platform-health.ts'
import type { Text } from '#contract/kit/text.ts'
import { matters } from '#contract/project/matter.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { PageHead } from '#web/base/page-head.tsx'
import { useMay } from '#web/base/permissions.ts'
import { useUser } from '#web/base/session.ts'
import css from './desk.module.css'
import { Health } from './health.tsx'
import { MatterList } from './matter-list.tsx'
import { StageCounts } from './stage-counts.tsx'

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
          <div className={css.desk}>
            <MatterList {...answer} />
            <div>
              <StageCounts {...answer} />
              {/* last, because its lines arrive later and must not push what is there */}
              {access.perm.some(may) ? <Health /> : null}
            </div>
          </div>
        )}
      </QueryView>
    </>
  )
}
