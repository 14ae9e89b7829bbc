import { useSyncExternalStore } from 'react'
import { currentUser, endReason, onSession } from '#web/base/api/session.ts'
import { createUploads, endsUploads, type Pause, type Upload } from './uploads.ts'

const maxPauseMs = 30_000

/** After a while that grows, or as soon as the network is back. */
const pause: Pause = (attempt, signal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(1000 * 2 ** attempt, maxPauseMs))
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** The uploads of this window. */
export const uploads = createUploads(pause)

const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

// a closed window loses the files
uploads.subscribe(() => {
  if (uploads.all().length) window.addEventListener('beforeunload', askBeforeUnload)
  else window.removeEventListener('beforeunload', askBeforeUnload)
})

let sender = currentUser()?.user_id

// a file is never sent in the name of somebody else; after a session that has only ended, its user may send it again
onSession(() => {
  const user = currentUser()?.user_id
  if (endsUploads(sender, user, endReason() === 'left')) for (const { key } of uploads.all()) uploads.cancel(key)
  sender = user ?? sender
})

const none: readonly Upload[] = []

/** The uploads of this window that have not ended. */
export const useAllUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.all, () => none)
