import { messages } from '#contract/inbox/message.ts'
import { keepTokenFresh, requestHeaders } from '#web/base/api/caller.ts'
import { currentToken } from '#web/base/api/session.ts'

const second = 1000
/** Without news from the live connection for this long, the window asks by itself. */
const silenceMs = 45 * second
const pollMs = 30 * second
const [retryMs, laterMs] = [3 * second, 30 * second]

/** Reads the live connection until it ends, and reports each event by its name; resolves to the pause before the next try. */
const readEvents = async (report: (name: string) => void, signal: AbortSignal): Promise<number> => {
  await keepTokenFresh()
  if (!currentToken()) return laterMs
  const response = await fetch(messages.live.path, { headers: requestHeaders(), signal })
  // the windows ask, and learn from the answer why the session has ended
  if (response.status === 401) report('end')
  // or there are too many connections: not for long, perhaps
  if (!response.ok || !response.body) return laterMs
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  // something may have changed while there was no connection
  report('change')
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return retryMs
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('event: ')) report(line.slice('event: '.length).trim())
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

const stayConnected = async (report: (name: string) => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const next = await readEvents(report, signal).catch(() => retryMs)
    await pause(next, signal)
  }
}

/**
 * Calls `onChange` when the messages of the user have changed or the session has been ended, until the returned function is called. One window of the browser
 * holds the connection and passes its events to the others; when it closes, another one takes over. Where browsers have no
 * locks (plain http), and while the connection is down, each visible window asks every 30 seconds.
 */
export const followChanges = (onChange: () => void): (() => void) => {
  const stop = new AbortController()
  const windows = new BroadcastChannel('inbox')
  let lastEventAt = 0
  const hear = (name: string) => {
    lastEventAt = Date.now()
    if (name === 'change' || name === 'end') onChange()
  }
  windows.onmessage = ({ data }) => hear(String(data))
  const report = (name: string) => {
    windows.postMessage(name)
    hear(name)
  }
  const locks = navigator.locks as LockManager | undefined
  locks
    ?.request('inbox', { signal: stop.signal }, () => stayConnected(report, stop.signal))
    // the window has stopped while it waited for its turn
    .catch(() => {})
  const timer = setInterval(() => {
    if (!document.hidden && Date.now() - lastEventAt > silenceMs) onChange()
  }, pollMs)
  return () => {
    stop.abort()
    clearInterval(timer)
    windows.close()
  }
}
