import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'

const isLocal = ({ jobServerUrl }: FormValues) => jobServerUrl === localServerUrl

/** The shipped job server has an address of its own kind, and no password. */
const fieldsFor = (fields: Fields, values: FormValues): Fields => {
  const { jobAppPassword: _, ...withoutPassword } = fields
  return isLocal(values)
    ? withoutPassword
    : // the spread keeps the position of the field in the form
      { ...fields, jobServerUrl: { ...jobServer.fields.jobServerUrl, rule: 'url' } }
}

const form: FormOptions = {
  fields: fieldsFor,
  locked: ({ isShipped }) => (isShipped === 1 ? ['jobServerUrl', 'jobAppName'] : []),
}

/** Job servers: this platform, and schedulers at other addresses. */
export const JobServers = () => (
  <RecordList
    of={jobServer}
    source={usePageSource(jobServer)}
    form={form}
    isProtected={({ isShipped }) => isShipped === 1}
  />
)
