import type { Endpoint } from '#contract/kit/call.ts'
import { localize } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Failure, headersNow, opened } from './caller.ts'
import { currentLang } from './say.ts'
import { tokenNow } from './session.ts'

interface Watching {
  /** How much of the file has gone out, from 0 to 1. */
  readonly progress: (share: number) => void
  /** Breaks it off: it fails with an AbortError then. */
  readonly signal: AbortSignal
}

const offline = () => new Failure(localize(words.offline, currentLang()), 0)

/** Uploads one file and says how far it is, which `send` cannot: fetch tells nothing of what it sends. */
export const sendWatched = <O>(endpoint: Endpoint<object, O>, file: File, { progress, signal }: Watching): Promise<O> =>
  new Promise((take, fail) => {
    const form = new FormData()
    form.append('file', file)
    const token = tokenNow()
    const request = new XMLHttpRequest()
    request.open('POST', endpoint.path)
    for (const [name, value] of Object.entries(headersNow())) request.setRequestHeader(name, value)
    request.timeout = 120_000
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      const response = new Response(request.responseText, { status: request.status })
      opened(response, false, token).then((data) => take(data as O), fail)
    })
    for (const event of ['error', 'timeout']) request.addEventListener(event, () => fail(offline()))
    request.addEventListener('abort', () => fail(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
