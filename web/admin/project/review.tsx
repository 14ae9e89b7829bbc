import type { FetchQueryOptions } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { flowProcess } from '#contract/flow/flow-process.ts'
import type { OpinionValues } from '#contract/kit/opinion-variables.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { readableParts } from '#contract/project/readable.ts'
import { isReturn } from '#contract/project/stages.ts'
import type { Difference, Remark, Status } from '#contract/project/status.ts'
import { transitionOf } from '#contract/project/transitions.ts'
import { answerQuery, queries, useAnswer } from '#web/base/api/caller.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { useStatus } from '#web/declaration/declaration-status.ts'
import { WithHints } from '#web/declaration/hints.tsx'
import { type PartDocument, prefetchDocuments, useDocuments } from '#web/declaration/part-document.ts'
import { ActionEntry } from '#web/declaration/process-history.tsx'
import { ReminderEntry } from '#web/declaration/reminder-entry.tsx'
import { dueWords, typicalWords } from '#web/declaration/stage-dates.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { Timeline } from '#web/declaration/timeline.tsx'
import { TimelineComment } from '#web/declaration/timeline-entry.tsx'
import { textOrNull } from '#web/form/form-values.ts'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { WithOpinionValues } from '../opinion/opinion-field.tsx'
import { useTabName } from '../shell/page-tab.ts'
import { type OpenWalk, useWalk } from '../walk/use-walk.ts'
import { WalkBar } from '../walk/walk-bar.tsx'
import { AssignedExperts } from './assigned-experts.tsx'
import { Decision, decisionWords } from './decision.tsx'
import { statesOf } from './remarks.ts'
import css from './review.module.css'
import { type ReviewDraft, useReviewDraft } from './review-draft.ts'
import { ReviewPart } from './review-part.tsx'
import { ReviewTasks } from './review-task.tsx'
import { ScoreCorrection } from './score-correction.tsx'
import { decisionId, partId } from './section-ids.ts'
import { removalRequestIn } from './stage-note.tsx'
import { Supervision } from './supervision.tsx'

interface LastSubmissionProps {
  readonly status: Status
  readonly changes: readonly Difference[]
}

/** What differs from the submission before the last one, and what the declarant has written to the reviewers with it. */
const LastSubmission = ({ status: { timeline }, changes }: LastSubmissionProps) => {
  const t = useLocalize()
  const comment = timeline.findLast(({ move }) => move === 'submit')?.comment
  return (
    <>
      {changes.length ? (
        <p className={css.compared}>
          {t([
            `与上次提交相比，${changes.length} 处有变化，已在相应位置并列显示修改前后内容。`,
            `${changes.length} ${changes.length === 1 ? 'value' : 'values'} changed since the last submission. Old and new are shown side by side.`,
          ])}
        </p>
      ) : null}
      {comment ? (
        <div className="above-12">
          <Notice title={t(['申报单位的说明', 'Note of the declarant'])}>
            <TimelineComment>{comment}</TimelineComment>
          </Notice>
        </div>
      ) : null}
    </>
  )
}

const title: Text = ['申报审核', 'Review']

interface Loaded {
  readonly status: Status
  readonly documents: Readonly<Record<string, PartDocument>>
  readonly changes: readonly Difference[]
}

interface ContentProps extends Loaded {
  readonly walk: OpenWalk | null
  readonly decision: RefObject<HTMLElement | null>
}

type HeadProps = Pick<ContentProps, 'status' | 'documents' | 'decision'>

const Head = ({ status, documents, decision }: HeadProps) => {
  const t = useLocalize()
  const { projectName, commpanyName } = documents.information?.body ?? {}
  const due = dueWords(status)
  return (
    <header className={css.head}>
      <h1>{String(projectName ?? '')}</h1>
      <p>
        <StageTag code={status.status} name={status.stageName} />
        {removalRequestIn(status) ? <Tag tone="ask">{t(['移出待确认', 'Removal to be confirmed'])}</Tag> : null}
        <span>{String(commpanyName ?? '')}</span>
        <span>{status.declareNo}</span>
        {status.loop ? <span>{t([`已退回 ${status.loop} 次`, `Returns: ${status.loop}`])}</span> : null}
        {status.officer ? <span>{t([`当前办理人 ${status.officer}`, `Handled by ${status.officer}`])}</span> : null}
        {due ? <span>{t(due)}</span> : null}
        {status.typical ? <span>{t(typicalWords(status.typical))}</span> : null}
      </p>
      <Supervision status={status} />
      <ReviewTasks businessId={status.id} subject={String(projectName ?? '')} decision={decision} />
    </header>
  )
}

/**
 * Remarks of the last return, the stage that returned it, and the places of those that were resolved since, of those whose values the
 * new submission has left as they were, and of those whose new values were not submitted.
 */
const lastReturnIn = ({ remarks, timeline, unsent }: Status, changes: readonly Difference[]) => {
  const index = timeline.findLastIndex(isReturn)
  const isOpen = remarks.length > 0
  const pinned = isOpen ? remarks : (timeline[index]?.remarks ?? [])
  return {
    returnedFrom: timeline[index]?.from,
    pinned,
    states: statesOf(pinned, { isOpen, unsent, changes }),
    met: timeline.slice(index + 1).flatMap((step) => step.met),
  }
}

type Bodies = Readonly<Record<string, PartDocument['body']>>

/** The steps, and between them what officers did to its tasks besides and when the declarant reminded them. */
const ReviewHistory = ({ status: { timeline, entries, reminders }, bodies }: { status: Status; bodies: Bodies }) => {
  const t = useLocalize()
  const others = [
    ...entries.map((entry) => ({ ...entry, show: <ActionEntry entry={entry} /> })),
    ...reminders.map((reminder) => ({ ...reminder, show: <ReminderEntry reminder={reminder} /> })),
  ].toSorted((one, other) => one.time.localeCompare(other.time))
  return (
    <section>
      <h2>{t(['办理过程', 'History'])}</h2>
      <Timeline steps={timeline} others={others} documents={bodies} />
    </section>
  )
}

/** What the variables of a common opinion stand for here; what is missing is what the draft remarks ask for. */
const useOpinionValues = (status: Status, { information }: Bodies, { remarks }: ReviewDraft): OpinionValues => {
  const t = useLocalize()
  return {
    project: textOrNull(information?.projectName),
    company: textOrNull(information?.commpanyName),
    stage: status.name,
    missing: remarks
      .filter(({ at }) => at.split('.')[0] === 'material')
      .map(({ text }) => text.trim().replace(/[。.；;]$/, ''))
      .filter(Boolean)
      .join(t(['；', '; '])),
  }
}

const ReviewContent = ({ status, documents, changes, decision, walk }: ContentProps) => {
  const t = useLocalize()
  const review = useReviewDraft(status.id, status.since)
  const parts = readableParts(status.readable)
  const returns = status.actions.some((name) => transitionOf(name).verdict === 'Return')
  const { pinned, met, states, returnedFrom } = lastReturnIn(status, changes)
  // the office that has returned it answers for its remarks
  const isOpen = ({ at }: Remark) => returnedFrom === status.status && ![...met, ...review.draft.met].includes(at)
  const bodies = Object.fromEntries(Object.entries(documents).map(([code, { body }]) => [code, body]))
  return (
    <WithOpinionValues value={useOpinionValues(status, bodies, review.draft)}>
      <Head status={status} documents={documents} decision={decision} />
      <div className={css.columns}>
        <div>
          <nav className={css.index} aria-label={t(['各部分', 'Parts'])}>
            {parts.map((part) => (
              <a key={part.code} href={`#${partId(status.id, part.code)}`}>
                {t(part.label)}
              </a>
            ))}
            <a href={`#${decisionId(status.id)}`}>{t(decisionWords)}</a>
          </nav>
          <LastSubmission status={status} changes={changes} />
          <WithHints documents={bodies}>
            {parts.map((part) => (
              <ReviewPart
                key={part.code}
                id={partId(status.id, part.code)}
                part={part}
                values={bodies[part.code] ?? {}}
                changes={changes.filter(({ at }) => at.startsWith(`${part.code}.`))}
                pinned={pinned}
                resolvedPlaces={met}
                states={states}
                {...(returns ? { review } : {})}
              />
            ))}
          </WithHints>
        </div>
        <aside className={css.side}>
          {status.assigned?.length ? (
            <AssignedExperts status={status} assigned={status.assigned} review={review} />
          ) : null}
          <Decision
            section={decision}
            status={status}
            review={review}
            documents={bodies}
            unresolved={pinned.filter(isOpen)}
            walk={walk}
          />
          <ScoreCorrection status={status} review={review} />
          <ReviewHistory status={status} bodies={bodies} />
        </aside>
      </div>
    </WithOpinionValues>
  )
}

/** Reads the next declaration of a walk while this one is read. */
const useReadAhead = (path: string | undefined) => {
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

const nameIn = (documents: Loaded['documents'] | undefined) => {
  const name = documents?.information?.body.projectName
  return typeof name === 'string' ? name : undefined
}

/** The review of a declaration: its content, changes since the last submission, possible decisions, and history. */
export const Review = () => {
  const id = useMatch('/project/declaration/:id')?.params.id ?? ''
  const status = useStatus(id)
  // cached without limit, so that the page is there at once on return
  const documents = useDocuments(id, Number.POSITIVE_INFINITY)
  const changes = useAnswer(declaration.calls.compare, { id }, { staleTime: 0 })
  const failedQuery = [status, documents, changes].find(({ error, data }) => error && data === undefined)
  const reviewData =
    status.data && documents.data && changes.data
      ? { status: status.data, documents: documents.data, changes: changes.data }
      : undefined
  const walk = useWalk(`/project/declaration/${id}`)
  useReadAhead(reviewData ? walk?.position?.next : undefined)
  const name = nameIn(documents.data)
  useDocumentTitle(name ? [name, name] : title)
  useTabName(name)
  const decision = useRef<HTMLElement>(null)
  // a transition replaces the whole content
  useFocusIfLost(() => decision.current, status.data?.version)
  return (
    <div className={css.page}>
      {walk ? <WalkBar {...walk} /> : null}
      <QueryView
        from={{
          data: reviewData,
          error: failedQuery?.error ?? null,
          refetch: () => Promise.all([status.refetch(), documents.refetch(), changes.refetch()]),
        }}
      >
        {(loaded) => (
          <ReviewContent
            key={`${loaded.status.id}-${loaded.status.version}`}
            {...loaded}
            decision={decision}
            walk={walk}
          />
        )}
      </QueryView>
    </div>
  )
}
