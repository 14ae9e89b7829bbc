import { addressOf } from '#contract/storage/download.ts'
import { fetchFile } from './caller.ts'

/** Saves what an address answers: fetched with the session's header, then handed to the browser. */
export const saveFrom = async (url: string, name: string): Promise<void> => {
  const address = URL.createObjectURL(await fetchFile(url))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** Saves a file the person may read. */
export const openFile = (id: string, name: string): Promise<void> => saveFrom(addressOf(id), name)
