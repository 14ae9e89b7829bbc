import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { answerQuery, ask, queries, useAnswer } from '#web/base/api/caller.ts'
import { currentLang } from '#web/base/api/language.ts'

/** Status of a declaration. */
export const useStatus = (id: string) =>
  useAnswer<{ id?: string | null }, Status>(declaration.calls.getStatus, { id }, { staleTime: 0 })

/** Reads the status again and updates the cache for all components that show it. */
export const fetchStatus = async (id: string): Promise<Status> => {
  const status = await ask(declaration.calls.getStatus, { id })
  queries.setQueryData(answerQuery(declaration.calls.getStatus, { id }, currentLang()).queryKey, status)
  return status
}
