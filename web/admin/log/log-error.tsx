import { logError } from '#contract/log/log-error.ts'
import { CrudScreen } from '../crud/crud-screen.tsx'

/** Unexpected errors of the server and of browsers. */
export const ErrorLog = () => (
  <CrudScreen
    of={logError}
    columns={[
      { name: 'createTime', label: ['时间', 'At'], cell: ({ createTime }) => createTime },
      ...['serviceId', 'exceptionName', 'message', 'requestUri', 'createBy'],
    ]}
  />
)
