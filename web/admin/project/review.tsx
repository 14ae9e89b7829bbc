import { type RefObject, useRef, useState } from 'react'
import { useMatch } from 'react-router'
import type { OpenTask } from '#contract/flow/flow-process.ts'
import type { OpinionValues } from '#contract/kit/opinion-variables.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { readableParts } from '#contract/project/readable.ts'
import { isReturn } from '#contract/project/stages.ts'
import type { Difference, Remark, Status } from '#contract/project/status.ts'
import { transitionOf } from '#contract/project/transitions.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { useStatus } from '#web/declaration/declaration-status.ts'
import { WithHints } from '#web/declaration/hints.tsx'
import { PaperButton } from '#web/declaration/paper-button.tsx'
import { type PartDocument, useDocuments } from '#web/declaration/part-document.ts'
import { ActionEntry } from '#web/declaration/process-history.tsx'
import { ReminderEntry } from '#web/declaration/reminder-entry.tsx'
import { dueWords, typicalWords } from '#web/declaration/stage-dates.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { Timeline } from '#web/declaration/timeline.tsx'
import { textOrNull } from '#web/form/form-values.ts'
import { Tag } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { WithOpinionValues } from '../opinion/opinion-field.tsx'
import { useTabName } from '../shell/page-tab.ts'
import { type OpenWalk, useWalk } from '../walk/use-walk.ts'
import { WalkBar } from '../walk/walk-bar.tsx'
import { AssignedExperts } from './assigned-experts.tsx'
import { BatchLine, BatchSteps } from './batch-steps.tsx'
import { Consultations } from './consultations.tsx'
import { Decision } from './decision.tsx'
import { DuplicateSection } from './duplicates/duplicate-section.tsx'
import { LastReturn } from './last-return.tsx'
import { PartBar } from './part-bar.tsx'
import { statesOf } from './remarks.ts'
import css from './review.module.css'
import { type ReviewDraft, useReviewDraft } from './review-draft.ts'
import { ReviewPart } from './review-part.tsx'
import { useNoteOpening, useReadAhead } from './review-read-ahead.ts'
import { ReviewTasks, useOwnTasks } from './review-task.tsx'
import { ScoreCorrection } from './score-correction.tsx'
import { partId } from './section-ids.ts'
import { removalRequestIn } from './stage-note.tsx'
import { Supervision } from './supervision.tsx'

const title: Text = ['申报审核', 'Review']

interface Loaded {
  readonly status: Status
  readonly documents: Readonly<Record<string, PartDocument>>
  readonly changes: readonly Difference[]
}

interface ContentProps extends Loaded {
  readonly tasks: readonly OpenTask[]
  readonly walk: OpenWalk | null
  readonly decision: RefObject<HTMLElement | null>
}

type HeadProps = Pick<ContentProps, 'status' | 'documents' | 'tasks' | 'decision'>

const Head = ({ status, documents, tasks, decision }: HeadProps) => {
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
        <BatchLine status={status} />
        {due ? <span>{t(due)}</span> : null}
        {status.typical ? <span>{t(typicalWords(status.typical))}</span> : null}
        <PaperButton id={status.id} name={projectName} kind="link" />
      </p>
      <Supervision status={status} />
      <ReviewTasks tasks={tasks} subject={String(projectName ?? '')} decision={decision} />
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

const isPhone = () => window.matchMedia('(width < 768px)').matches

/** The codes of the parts in which none of these stands: on a phone they are folded first. */
const partsWithout = (parts: readonly AnyPart[], notes: readonly { readonly at: string }[]): string[] =>
  parts.map(({ code }) => code).filter((code) => !notes.some(({ at }) => at.split('.')[0] === code))

/** Which parts are folded, by their codes; on a phone these from the start. */
const useFolding = (onPhone: () => readonly string[]) => {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(isPhone() ? onPhone() : []))
  const fold = (code: string, isFolded: boolean) =>
    setFolded(new Set(isFolded ? [...folded, code] : [...folded].filter((one) => one !== code)))
  return [folded, setFolded, fold] as const
}

interface SideProps extends Pick<ContentProps, 'status' | 'decision' | 'walk'> {
  readonly review: ReturnType<typeof useReviewDraft>
  readonly bodies: Bodies
  readonly unresolved: readonly Remark[]
}

/** Beside the parts: who scores, what can be decided, and what has happened. */
const Side = ({ status, review, bodies, unresolved, decision, walk }: SideProps) => (
  <aside className={css.side}>
    {status.assigned?.length ? <AssignedExperts status={status} assigned={status.assigned} review={review} /> : null}
    <Decision
      section={decision}
      status={status}
      review={review}
      documents={bodies}
      unresolved={unresolved}
      walk={walk}
    />
    <Consultations status={status} walk={walk} />
    <BatchSteps status={status} />
    <ScoreCorrection status={status} review={review} />
    <ReviewHistory status={status} bodies={bodies} />
  </aside>
)

const ReviewContent = ({ status, documents, changes, tasks, decision, walk }: ContentProps) => {
  const review = useReviewDraft(status.id, status.since)
  const parts = readableParts(status.readable)
  const returns = status.actions.some((name) => transitionOf(name).verdict === 'Return')
  const { pinned, met, states, returnedFrom } = lastReturnIn(status, changes)
  // the office that has returned it answers for its remarks
  const isOpen = ({ at }: Remark) => returnedFrom === status.status && ![...met, ...review.draft.met].includes(at)
  const [folded, setFolded, fold] = useFolding(() =>
    partsWithout(parts, [...changes, ...pinned, ...review.draft.remarks]),
  )
  const notes = { pinned, resolvedPlaces: met, states, ...(returns ? { review } : {}) }
  const bodies = Object.fromEntries(Object.entries(documents).map(([code, { body }]) => [code, body]))
  return (
    <WithOpinionValues value={useOpinionValues(status, bodies, review.draft)}>
      <Head status={status} documents={documents} tasks={tasks} decision={decision} />
      <div className={css.columns}>
        <div>
          <PartBar
            declarationId={status.id}
            parts={parts}
            remarks={[...review.draft.remarks, ...pinned.filter(isOpen)]}
            folded={folded}
            onFold={setFolded}
          />
          <LastReturn status={status} changes={changes} documents={bodies} {...notes} />
          {status.duplicates ? <DuplicateSection id={status.id} summary={status.duplicates} /> : null}
          <WithHints documents={bodies}>
            {parts.map((part) => (
              <ReviewPart
                key={part.code}
                id={partId(status.id, part.code)}
                part={part}
                values={bodies[part.code] ?? {}}
                words={documents[part.code]?.words}
                changes={changes.filter(({ at }) => at.startsWith(`${part.code}.`))}
                {...notes}
                isFolded={folded.has(part.code)}
                onFold={(isFolded) => fold(part.code, isFolded)}
              />
            ))}
          </WithHints>
        </div>
        <Side
          status={status}
          review={review}
          bodies={bodies}
          unresolved={pinned.filter(isOpen)}
          decision={decision}
          walk={walk}
        />
      </div>
    </WithOpinionValues>
  )
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
  // the line of tasks would push down what is there already
  const tasks = useOwnTasks(id)
  const reviewData =
    !tasks.isPending && status.data && documents.data && changes.data
      ? { status: status.data, documents: documents.data, changes: changes.data }
      : undefined
  const walk = useWalk(`/project/declaration/${id}`)
  useNoteOpening(reviewData ? id : undefined)
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
            tasks={tasks.data ?? []}
            decision={decision}
            walk={walk}
          />
        )}
      </QueryView>
    </div>
  )
}
