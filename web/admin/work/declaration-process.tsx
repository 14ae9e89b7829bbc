import { Navigate, useLocation, useParams } from 'react-router'

/** Starting the process of a declaration is declaring: the portal's pages. */
export const DeclarationForm = () => <Navigate to="/addDeclare/project" replace />

/** A task of a declaration is completed on its review page, which makes the move and completes the task in one step. */
export const DeclarationTask = () => {
  const { taskId, businessId = '' } = useParams()
  // where it was opened from
  const { state } = useLocation()
  const query = taskId ? `?${new URLSearchParams({ taskId })}` : ''
  return <Navigate to={`/project/declaration/${encodeURIComponent(businessId)}${query}`} state={state} replace />
}
