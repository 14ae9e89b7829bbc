import type { FetchQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { declaration } from '#contract/project/declaration.ts'
import { answerQuery, ask, queries } from '#web/base/api/caller.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLang } from '#web/base/api/language.ts'
import { prefetchDocuments } from '#web/declaration/part-document.ts'

/** Reads the next declaration of a walk while this one is read. */
export const useReadAhead = (path: string | undefined) => {
  const lang = useLang()
  useEffect(() => {
    const id = path?.split('/').at(-1)
    if (!id) return
    const { getStatus, compare } = declaration.calls
    const { ownTasks } = flowProcess
    for (const query of [
      answerQuery(getStatus, { id }, lang),
      answerQuery(compare, { id }, lang),
      answerQuery(ownTasks, { businessTable: 'declaration', businessId: id }, lang),
    ])
      void queries.prefetchQuery({ ...query, staleTime: 0 } as FetchQueryOptions)
    void prefetchDocuments(id)
  }, [path, lang])
}

/** Notes that an officer has opened a declaration, once its page shows it; what is only read ahead is not opened. */
export const useNoteOpening = (id: string | undefined) => {
  const isDeclarant = useIsDeclarant()
  useEffect(() => {
    // whether it succeeds changes nothing for its reader
    if (id && !isDeclarant) ask(declaration.calls.noteOpening, { id }).catch(() => {})
  }, [id, isDeclarant])
}
