import type { Endpoint } from '#contract/kit/call.ts'
import { words } from '#contract/words.ts'
import { inSession, localFailure, requestHeaders, unwrap } from './caller.ts'

interface UploadOptions {
  /** Share of the file sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Aborts the upload, which then rejects with the signal's reason. */
  readonly signal: AbortSignal
}

const offline = () => localFailure(words.offline, 0)

const sendWithProgress = <O>(
  endpoint: Endpoint<object, O>,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<O> =>
  new Promise((take, fail) => {
    const form = new FormData()
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.open('POST', endpoint.path)
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value)
    request.timeout = 120_000
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      const response = new Response(request.responseText, { status: request.status })
      unwrap(response, false).then((data) => take(data as O), fail)
    })
    for (const event of ['error', 'timeout']) request.addEventListener(event, () => fail(offline()))
    request.addEventListener('abort', () => fail(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

/** Uploads one file and reports progress, which `sendFile` cannot: fetch reports none. */
export const uploadWithProgress = <O>(endpoint: Endpoint<object, O>, file: File, options: UploadOptions): Promise<O> =>
  inSession(() => sendWithProgress(endpoint, file, options))
