import type { Endpoint } from '#contract/kit/call.ts'
import { addressOf } from '#contract/storage/download.ts'
import { fetchOrFail, inSession, type RequestOptions, requestHeaders, unwrap } from './caller.ts'
import { saveBlob } from './save-blob.ts'

/** Fetches a file with the session's headers; throws a Failure. */
export const fetchFile = (url: string, method: 'GET' | 'POST' = 'GET'): Promise<Blob> =>
  inSession(async () => {
    const response = await fetchOrFail(url, { method, headers: requestHeaders() }, { timeout: 120_000 })
    return response.ok ? response.blob() : ((await unwrap(response, false)) as never)
  })

/** Sends a form with files. */
export const sendForm = <O>(
  endpoint: Endpoint<never, O> | Endpoint<object, O>,
  form: FormData,
  extra: RequestOptions = {},
): Promise<O> =>
  inSession(async () => {
    const response = await fetchOrFail(
      endpoint.path,
      { method: 'POST', headers: { ...requestHeaders(), ...extra.headers }, body: form },
      { timeout: 120_000, ...extra },
    )
    return (await unwrap(response, false)) as O
  })

/** Uploads one file to an endpoint that accepts a file. */
export const sendFile = <O>(
  endpoint: Endpoint<never, O> | Endpoint<object, O>,
  file: File,
  extra: RequestOptions = {},
): Promise<O> => {
  const form = new FormData()
  form.append('file', file)
  return sendForm(endpoint, form, extra)
}

/** Downloads an address with the session's headers and saves it as a file. */
export const downloadFrom = async (url: string, name: string): Promise<void> => {
  saveBlob(await fetchFile(url), name)
}

/** Saves a stored file by its id. */
export const openFile = (id: string, name: string): Promise<void> => downloadFrom(addressOf(id), name)
