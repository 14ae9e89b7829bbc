import { leave } from '#contract/desk/leave.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** The user's own requests for leave. */
export const LeaveRequests = () => (
  <RecordList
    of={leave}
    source={usePageSource(leave)}
    emptyNote={[
      '在“发起事务”中提交请假申请后，可在此查看申请及审批状态。',
      'Requests for leave that you send under “Start a process” appear here, with their state.',
    ]}
  />
)
