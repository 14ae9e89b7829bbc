import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { flowProcess, type ModelView } from '#contract/flow/flow-process.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { Loading, QueryView, usePageTitle } from '#web/base/page.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PageHead } from '../../crud/page-head.tsx'
import { diagramWords } from '../../flow/diagram/diagram-of.ts'
import { History } from '../../flow/diagram/history.tsx'
import css from './leave.module.css'
import { LeaveRequest } from './leave-request.tsx'

/** Not needed to read the request. */
const Diagram = lazyComponent(async () => (await import('../../flow/diagram/diagram.tsx')).Diagram, Loading)

interface Loaded {
  readonly request: LeaveDetail
  readonly view: ModelView
}

/** The request and its process, read again whenever the page opens. */
const useLoaded = () => {
  const { businessId = '', processInstanceId = '' } = useParams()
  const request = useAnswer(leave.calls.show, { businessId }, { staleTime: 0 })
  const view = useAnswer(flowProcess.modelView, { processInstanceId }, { staleTime: 0 })
  return {
    data: request.data && view.data ? { request: request.data, view: view.data } : undefined,
    error: request.error ?? view.error,
    refetch: () => Promise.all([request.refetch(), view.refetch()]),
  }
}

/** A request for leave with its history and its diagram; `children` renders what can be done with it. */
export const LeavePage = ({ children }: { children?: (loaded: Loaded) => ReactNode }) => {
  const t = useLocalize()
  const title = usePageTitle()
  const query = useLoaded()
  return (
    <>
      <PageHead title={title} />
      <QueryView from={query}>
        {(loaded) => {
          const flow = loaded.view.flow ?? []
          const [first] = flow
          return (
            <div className={css.columns}>
              <div className={css.main}>
                <section>
                  <h2>{t(leave.label)}</h2>
                  <LeaveRequest of={loaded.request} applicant={first?.assigneeName ?? null} />
                </section>
                {children?.(loaded)}
                <section>
                  <h2>{t(diagramWords)}</h2>
                  <Diagram {...loaded.view} />
                </section>
              </div>
              <section className={css.side}>
                <h2>{t(['流转记录', 'History'])}</h2>
                <History flow={flow} />
              </section>
            </div>
          )
        }}
      </QueryView>
    </>
  )
}
