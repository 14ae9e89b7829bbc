import { upload } from '#contract/storage/upload.ts'
import { Failure, headersNow } from './caller.ts'

/** Saves a file the person may read: fetched with the session's header, then handed to the browser. */
export const openFile = async (id: string, name: string): Promise<void> => {
  const response = await fetch(`${upload.download.path}?id=${id}`, { headers: headersNow() })
  if (!response.ok) {
    const { msg } = (await response.json().catch(() => ({}))) as { msg?: string }
    throw new Failure(msg ?? response.statusText, response.status)
  }
  const address = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
