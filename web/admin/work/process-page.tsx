import type { ComponentProps, ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { flowProcess, type ModelView } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Loading, QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { ProcessHistory } from '#web/declaration/process-history.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { diagramWords } from '../flow/diagram/diagram-of.ts'
import { useTabName } from '../shell/page-tab.ts'
import { useWalk } from '../walk/use-walk.ts'
import { WalkBar } from '../walk/walk-bar.tsx'
import { WalkContext } from '../walk/walk-context.ts'
import { InstanceHead } from './instance-head.tsx'
import css from './process.module.css'

/** Not needed to read the matter. */
const Diagram = lazyComponent(async () => (await import('../flow/diagram/diagram.tsx')).Diagram, Loading)

export interface Loaded<T> {
  readonly matter: T
  readonly view: ModelView
}

interface Props<T> {
  readonly label: Text
  /** The row that the process is about, as the server answers it. */
  readonly from: ReturnType<typeof useAnswer<unknown, T>>
  /** The state of the row, and what it is called. */
  readonly stateOf: (matter: T) => ComponentProps<typeof InstanceHead>['state']
  readonly subjectOf: (matter: T) => string | null
  readonly show: (loaded: Loaded<T>) => ReactNode
  /** Actions of the page that change nothing. */
  readonly tools?: ((matter: T) => ReactNode) | undefined
  /** What can be done with it. */
  readonly children?: ((loaded: Loaded<T>) => ReactNode) | undefined
}

/** The matter of a process: its state first, then what it is about and the user's task, its history and its diagram. */
export const ProcessPage = <T,>({ label, from, stateOf, subjectOf, show, tools, children }: Props<T>) => {
  const t = useLocalize()
  const title = usePageTitle()
  const { processInstanceId = '' } = useParams()
  const walk = useWalk(useLocation().pathname)
  useTabName(from.data === undefined ? null : subjectOf(from.data))
  const view = useAnswer(flowProcess.modelView, { processInstanceId }, { staleTime: 0 })
  const query = {
    data: from.data !== undefined && view.data ? { matter: from.data as T, view: view.data } : undefined,
    error: from.error ?? view.error,
    refetch: () => Promise.all([from.refetch(), view.refetch()]),
  }
  return (
    <WalkContext value={walk}>
      {walk ? <WalkBar {...walk} /> : null}
      <PageHead title={title}>{query.data && tools?.(query.data.matter)}</PageHead>
      <QueryView from={query}>
        {(loaded) => (
          <div className={css.columns}>
            <div className={css.main}>
              <InstanceHead view={loaded.view} state={stateOf(loaded.matter)} subject={subjectOf(loaded.matter)} />
              <section>
                <h2>{t(label)}</h2>
                {show(loaded)}
              </section>
              {children?.(loaded)}
            </div>
            <section className={css.side}>
              <h2>{t(['流转记录', 'History'])}</h2>
              <ProcessHistory flow={loaded.view.flow ?? []} entries={loaded.view.entries ?? []} />
            </section>
            <section className={css.diagram}>
              <h2>{t(diagramWords)}</h2>
              <Diagram {...loaded.view} isBesideHistory />
            </section>
          </div>
        )}
      </QueryView>
    </WalkContext>
  )
}
