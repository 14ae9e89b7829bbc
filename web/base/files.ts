import { addressOf } from '#contract/storage/download.ts'
import { fetchFile } from './caller.ts'

/** Saves a file the person may read: fetched with the session's header, then handed to the browser. */
export const openFile = async (id: string, name: string): Promise<void> => {
  const address = URL.createObjectURL(await fetchFile(addressOf(id)))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
