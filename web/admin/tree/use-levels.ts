import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import { answerQuery, type Failure } from '#web/base/api/caller.ts'
import { useLang } from '#web/base/api/language.ts'
import { type Level, levelOf, type Source } from './levels.ts'

export interface Levels<N> {
  readonly of: ReadonlyMap<string, Level<N>>
  /** Whether any level is loading. */
  readonly busy: boolean
  /** Loads the next page below a node, or retries a failed one. */
  readonly loadMore: (above: string) => void
  readonly reread: () => void
}

/** The levels below these nodes, each loaded on first use; long levels page by page. */
export const useLevels = <I, R, N>(source: Source<I, R, N>, parentIds: readonly string[]): Levels<N> => {
  const lang = useLang()
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const requests = parentIds.flatMap((above) =>
    Array.from({ length: pages[above] ?? 1 }, (_, i) => ({ above, page: i + 1 })),
  )
  const answers = useQueries({
    queries: requests.map(({ above, page }) => ({
      ...answerQuery(source.call as Endpoint<I, unknown>, source.input(above, page), lang),
      staleTime: 30_000,
    })),
  })
  const partsOf = (above: string) => answers.filter((_, i) => requests[i]?.above === above)
  const levels = new Map(
    parentIds.map((above) => {
      // the data has the type that the source's call declares
      const level = levelOf<R>(partsOf(above) as { data: R[] | undefined; error: Failure | null }[], source.size)
      return [above, { ...level, nodes: level.nodes.map(source.nodeOf) }]
    }),
  )
  return {
    of: levels,
    busy: answers.some(({ isFetching }) => isFetching),
    loadMore: (above) => {
      if (levels.get(above)?.loadState === 'more') setPages((now) => ({ ...now, [above]: (now[above] ?? 1) + 1 }))
      else for (const { error, refetch } of partsOf(above)) if (error) void refetch()
    },
    reread: () => {
      for (const { refetch } of answers) void refetch()
    },
  }
}
