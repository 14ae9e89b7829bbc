import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Endpoint, TreeNode } from '#contract/kit/call.ts'
import { ask, failureOf, keyOf } from '#web/base/caller.ts'
import { useLang } from '#web/base/say.ts'
import { type Level, openLevels, type Row, rowsBelow } from './rows.ts'

/** Where the levels of a tree come from. */
export interface Source<I> {
  readonly call: Endpoint<I, TreeNode[]>
  /** What the call is given for a page of the level below a node. */
  readonly input: (above: string, page: number) => I
  /** Nodes a page; null where a level comes whole. */
  readonly size: number | null
}

export interface Branches {
  readonly rows: readonly Row[]
  readonly turn: (key: string) => void
  /** Reads on below a node; once more where that was refused. */
  readonly readOn: (above: string) => void
}

/**
 * The lines of a tree that is read as it is opened, a level at a time and of a long level a page at a time. `way` are the keys
 * down to the chosen node: it is opened that far whenever they change.
 */
export const useBranches = <I>(source: Source<I>, root: string, title: string, way: readonly string[]): Branches => {
  const lang = useLang()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(way))
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const key = way.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new way opens it, once
  useEffect(() => setOpen((now) => new Set([...now, ...way])), [key])

  const wanted = openLevels(root, open).flatMap((above) =>
    Array.from({ length: pages[above] ?? 1 }, (_, i) => ({ above, page: i + 1 })),
  )
  const answers = useQueries({
    queries: wanted.map(({ above, page }) => {
      const input = source.input(above, page)
      return {
        queryKey: [...keyOf(source.call, input), lang],
        queryFn: ({ signal }: { signal: AbortSignal }) => ask(source.call, input as never, { signal }),
        staleTime: 30_000,
      }
    }),
  })
  const levelOf = (above: string): Level => {
    const parts = answers.filter((_, i) => wanted[i]?.above === above)
    const nodes = parts.flatMap(({ data }) => data ?? [])
    const last = parts.at(-1)
    if (last?.error) return { nodes, rest: 'failed', refusal: failureOf(last.error).message }
    if (!last?.data) return { nodes, rest: 'waiting' }
    return { nodes, rest: source.size !== null && last.data.length === source.size ? 'more' : null }
  }
  const levels = new Map(openLevels(root, open).map((above) => [above, levelOf(above)]))
  return {
    rows: [{ kind: 'node', key: root, title, depth: 1, isOpen: true }, ...rowsBelow(root, levels, open)],
    turn: (turned) => {
      if (turned !== root)
        setOpen((now) =>
          now.has(turned) ? new Set([...now].filter((one) => one !== turned)) : new Set([...now, turned]),
        )
    },
    readOn: (above) => {
      if (levels.get(above)?.rest === 'more') setPages((now) => ({ ...now, [above]: (now[above] ?? 1) + 1 }))
      else answers.forEach((answer, i) => void (wanted[i]?.above === above && answer.error && answer.refetch()))
    },
  }
}
