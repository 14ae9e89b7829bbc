import type { Endpoint } from '#contract/kit/call.ts'
import { fetchOrFail, inSession, requestHeaders, unwrap } from './caller.ts'
import { saveBlob } from './save-blob.ts'

/** Saves the file that a POST call answers, under this name; throws a Failure. */
export const downloadPosted = <I, O>(endpoint: Endpoint<I, O>, input: NoInfer<I>, name: string): Promise<void> =>
  inSession(async () => {
    const headers = { ...requestHeaders(), 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(input) }
    const response = await fetchOrFail(endpoint.path, init, { timeout: 120_000 })
    if (!response.ok) return unwrap(response, false) as never
    saveBlob(await response.blob(), name)
  })
