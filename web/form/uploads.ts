import { failureOf } from '#web/base/api/caller.ts'

/** An upload of this window that has not ended. It belongs to what the file is for, not to the page that shows it. */
export interface Upload {
  readonly key: number
  /** What the file is for, such as a part of a declaration. */
  readonly owner: string
  /** The path of the field within its owner. */
  readonly at: string
  readonly name: string
  readonly state: 'sending' | 'interrupted' | 'failed'
  /** The part of the file that has been sent, from 0 to 1. */
  readonly share: number
  /** Why it failed. */
  readonly message: string | null
}

/** Takes the id of an uploaded file; resolves to false if it has to be offered again later. */
export type Receiver = (attachId: string) => Promise<boolean> | boolean

/** Sends a file and resolves to its id, or throws a Failure. */
export type Send = (file: File, signal: AbortSignal, onProgress: (share: number) => void) => Promise<string>

/** Resolves when it is time for another attempt, or when the signal is aborted. */
export type Pause = (attempt: number, signal: AbortSignal) => Promise<void>

/** A file to upload. */
interface Order extends Pick<Upload, 'owner' | 'at'> {
  readonly file: File
  /** Keeps the file if no page shows its field. */
  readonly keep: Receiver
  readonly send: Send
}

interface Running extends Order {
  readonly stop: AbortController
}

export interface Uploads {
  readonly all: () => readonly Upload[]
  readonly subscribe: (listener: () => void) => () => void
  /** Starts an upload; the page that shows the field may be left meanwhile. */
  readonly start: (order: Order) => void
  /** Stops an upload, or removes one that has failed. */
  readonly cancel: (key: number) => void
  /** Sends a file that was refused once more. */
  readonly retry: (upload: Upload) => void
  /** Until the returned function is called, a field takes the files that are uploaded for it. */
  readonly receive: (owner: string, at: string, receiver: Receiver) => () => void
}

const placeOf = ({ owner, at }: Pick<Upload, 'owner' | 'at'>) => `${owner} ${at}`

/** A cut connection, or a server that cannot answer now: the same upload will succeed later. */
const isPassing = (code: number) => code === 0 || code === 423 || code === 503

/** The list of uploads and who wants to know of its changes. */
const createList = () => {
  let all: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Upload[]) => {
    all = next
    for (const listener of listeners) listener()
  }
  return {
    all: () => all,
    set,
    change: (key: number, changes: Partial<Upload>) =>
      set(all.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

type Change = (changes: Partial<Upload>) => void

/** Sends the file, however often the connection is cut; null if it was cancelled or refused. */
const sendUntilArrived = async (
  pause: Pause,
  { file, send, stop: { signal } }: Running,
  change: Change,
): Promise<string | null> => {
  for (let attempt = 0; !signal.aborted; attempt++)
    try {
      change({ state: 'sending', share: 0, message: null })
      return await send(file, signal, (share) => change({ share }))
    } catch (error) {
      if (signal.aborted) return null
      const { code, message } = failureOf(error)
      if (!isPassing(code)) {
        change({ state: 'failed', message })
        return null
      }
      change({ state: 'interrupted', share: 0, message })
      await pause(attempt, signal)
    }
  return null
}

/** The uploads of a window: each is sent until it has arrived, is refused or is cancelled, and then put where it belongs. */
export const createUploads = (pause: Pause): Uploads => {
  const { all, set, change, subscribe } = createList()
  const running = new Map<number, Running>()
  const receivers = new Map<string, Receiver>()
  let lastKey = 0

  const end = (key: number) => {
    running.delete(key)
    set(all().filter((one) => one.key !== key))
  }

  /** Gives the file to the field that is shown, else keeps it where it belongs. */
  const deliver = async (upload: Upload, { keep, stop: { signal } }: Running, attachId: string) => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const receiver = receivers.get(placeOf(upload)) ?? keep
      if (await receiver(attachId)) return
      await pause(attempt, signal)
    }
  }

  const run = async (upload: Upload, one: Running) => {
    const attachId = await sendUntilArrived(pause, one, (changes) => change(upload.key, changes))
    if (attachId === null) return
    await deliver(upload, one, attachId)
    end(upload.key)
  }

  return {
    all,
    subscribe,
    start: (order) => {
      const { owner, at, file } = order
      const upload: Upload = { key: ++lastKey, owner, at, name: file.name, state: 'sending', share: 0, message: null }
      const one: Running = { ...order, stop: new AbortController() }
      running.set(upload.key, one)
      set([...all(), upload])
      void run(upload, one)
    },
    cancel: (key) => {
      running.get(key)?.stop.abort()
      end(key)
    },
    retry: (upload) => {
      const one = running.get(upload.key)
      if (one) void run(upload, one)
    },
    receive: (owner, at, receiver) => {
      const place = placeOf({ owner, at })
      receivers.set(place, receiver)
      return () => {
        if (receivers.get(place) === receiver) receivers.delete(place)
      }
    },
  }
}

/** Whether uploads end with a change of the session: somebody else, or nobody after a logout; the same person may go on. */
export const endsUploads = (sender: string | undefined, user: string | undefined, hasLeft: boolean): boolean =>
  user === undefined ? hasLeft : user !== sender
