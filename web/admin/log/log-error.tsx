import { logError } from '#contract/log/log-error.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { logTime } from './log-time.ts'

const columns = [logTime]

/** Unexpected errors of the server and of browsers. */
export const ErrorLog = () => <RecordList of={logError} source={usePageSource(logError)} columns={columns} />
