import { fill, type Text } from '#contract/kit/text.ts'
import type { App } from '../../engine/context.ts'
import { failOf } from '../../engine/errors.ts'

/** What people read about the failure of a run: its own message, or that the error log has it under the number of the run. */
export const failureText = (app: App, error: unknown, id: string): Text => {
  const fail = failOf(error)
  if (fail.code < 500 || fail === error) return fail.text
  const requestId = `job-${id}`
  app.log.error({ err: error, requestId }, 'job failed')
  app.logServerError({ error, requestId, method: 'JOB', path: '', address: '', agent: '', account: '' })
  return fill(fail.text, requestId)
}
