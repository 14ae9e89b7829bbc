import type { Endpoint } from '#contract/kit/call.ts'
import { addressOf } from '#contract/storage/download.ts'
import { type Extra, headersNow, opened, sent } from './caller.ts'
import { tokenNow } from './session.ts'

/** Fetches what is no JSON: a file the person may read. */
export const fetchFile = async (url: string): Promise<Blob> => {
  const token = tokenNow()
  const response = await sent(url, { headers: headersNow() }, { timeout: 120_000 })
  return response.ok ? response.blob() : ((await opened(response, false, token)) as never)
}

/** Uploads one file to an endpoint that takes one. */
export const send = async <O>(
  endpoint: Endpoint<never, O> | Endpoint<object, O>,
  file: File,
  extra: Extra = {},
): Promise<O> => {
  const form = new FormData()
  form.append('file', file)
  const token = tokenNow()
  const response = await sent(
    endpoint.path,
    { method: 'POST', headers: { ...headersNow(), ...extra.headers }, body: form },
    { timeout: 120_000, ...extra },
  )
  return (await opened(response, false, token)) as O
}

/** Saves what an address answers: fetched with the session's header, then handed to the browser. */
export const saveFrom = async (url: string, name: string): Promise<void> => {
  const address = URL.createObjectURL(await fetchFile(url))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** Saves a file the person may read. */
export const openFile = (id: string, name: string): Promise<void> => saveFrom(addressOf(id), name)
