import { useEffect, useState } from 'react'
import { messages } from '#contract/inbox/message.ts'
import type { InboxKind } from '#contract/inbox/message-kinds.ts'
import { matters } from '#contract/project/matter.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { followChanges } from './live.ts'

const refresh = () => invalidate(messages.overview.path, messages.list.path)

/** What an event that sends a message changes besides: what waits for a declarant, or on the desk. */
const matterPaths = [myMatters.read.path, matters.list.path]

/** The number of unread messages and the latest ones, kept up to date, and with them what waits for the user. */
export const useOverview = () => {
  useEffect(() => followChanges(() => void Promise.all([refresh(), invalidate(...matterPaths)])), [])
  return useAnswer(messages.overview, {}, { refetchOnWindowFocus: true, staleTime: 60_000 })
}

interface Selection {
  readonly ids?: string
  readonly kind?: InboxKind | null
}

/** Marks messages as read: these, all of a kind, or all. `fault` is why the last action failed; `report` sets it. */
export const useMarkRead = () => {
  const [fault, setFault] = useState<string | null>(null)
  const report = (error: unknown) => setFault(failureOf(error).message)
  const markRead = async (input: Selection): Promise<void> => {
    try {
      await ask(messages.read, input, { keepalive: true })
      setFault(null)
      await refresh()
    } catch (error) {
      report(error)
    }
  }
  return { markRead, fault, report }
}
