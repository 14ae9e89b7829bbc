import { useLocation, useParams } from 'react-router'
import { UnderConstruction } from '#web/base/under-construction.tsx'

const desk = { to: '/wel/index', words: ['返回工作台', 'Back to the desk'] } as const

/** Leave requests by workflow: not implemented yet. */
export const LeaveProcess = () => (
  <UnderConstruction
    plannedFeatures={[
      ['请假申请的填写与提交', 'Filling in and submitting leave requests'],
      ['审批人的办理意见与流程图', 'Approval decisions and the process diagram'],
      ['申请的办理记录', 'The history of a request'],
    ]}
    nextSteps={[desk]}
  />
)

/** A project declaration as a workflow task: until workflows exist, links to the declaration's own pages. */
export const DeclarationProcess = () => {
  const { businessId } = useParams()
  const isStart = useLocation().pathname.includes('/form/')
  const link = isStart
    ? ({ to: '/addDeclare/project', words: ['填写项目申报', 'Declare a project'] } as const)
    : ({ to: `/project/declaration/${businessId}`, words: ['办理这项申报', 'Review this declaration'] } as const)
  return (
    <UnderConstruction
      plannedFeatures={[
        [
          '项目申报在流程中的待办、办理与流转图',
          'The declaration as a task: what is due, decisions and the process diagram',
        ],
        ['转办、催办与委托', 'Reassignment, reminders and delegation'],
      ]}
      nextSteps={[link, { to: '/project/declaration', words: ['查看全部申报', 'All declarations'] }, desk]}
    />
  )
}
