import { Link } from 'react-router'
import { leave } from '#contract/desk/leave.ts'
import { workStart } from '#contract/work/work-start.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { ProgressLink } from '../work/progress-link.tsx'

/** The user's own requests for leave. */
export const LeaveRequests = () => {
  const t = useLocalize()
  const may = useMay()
  return (
    <RecordList
      of={leave}
      source={usePageSource(leave)}
      toolbarMore={
        may('work_start_flow') ? (
          <Link className={buttonClass('main')} to={screenPathOf(workStart)}>
            {t(['发起请假', 'Request leave'])}
          </Link>
        ) : null
      }
      rowMore={(row) => <ProgressLink route="leave" of={row} name={row.reason} />}
    />
  )
}
