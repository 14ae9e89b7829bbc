import { Link, useParams } from 'react-router'
import { readableParts } from '#contract/project/readable.ts'
import { stageOf } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { batchWords } from '#web/declaration/batch-words.ts'
import { useStatus } from '#web/declaration/declaration-status.ts'
import { holderOf } from '#web/declaration/holders.ts'
import { noticeWords } from '#web/declaration/notice-words.ts'
import { PaperButton } from '#web/declaration/paper-button.tsx'
import { useDocuments } from '#web/declaration/part-document.ts'
import { ReminderEntry } from '#web/declaration/reminder-entry.tsx'
import { StageDates } from '#web/declaration/stage-dates.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { Timeline } from '#web/declaration/timeline.tsx'
import { Answers } from '#web/form/answers.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { DeclarantTransitions } from './declare/declarant-transitions.tsx'
import css from './details.module.css'
import page from './page.module.css'
import { RemindOffice } from './remind-office.tsx'

/** A non-breaking space keeps the line height until the name is loaded. */
const nameOf = (value: unknown) => (typeof value === 'string' ? value : '\u00a0')

const DeclarationDetails = ({ status }: { status: Status }) => {
  const t = useLocalize()
  const documents = useDocuments(status.id)
  const bodies = documents.data
    ? Object.fromEntries(Object.entries(documents.data).map(([code, { body }]) => [code, body]))
    : {}
  const { edits } = stageOf(status.status)
  return (
    <>
      <p className="muted large">{nameOf(bodies.information?.projectName)}</p>
      <div className="row wrap middle gap-8 gap-x-20">
        <StageTag code={status.status} name={status.stageName} />
        <span>{status.declareNo}</span>
        <span>{t(holderOf(status.status, status.holderName))}</span>
        {status.batch ? <span>{t(batchWords(status.batch))}</span> : null}
        {status.noticeUntil ? <span>{t(noticeWords(status.noticeUntil, status.isDisputed))}</span> : null}
      </div>
      <StageDates {...status} />
      <div className={page.actions}>
        {edits !== 'none' && status.editable !== 'none' ? (
          <Link className={buttonClass('main')} to={`/addDeclare/project?id=${status.id}`}>
            {t(['前往填报', 'Go to the form'])}
          </Link>
        ) : null}
        <DeclarantTransitions status={status} />
        <RemindOffice status={status} />
        <PaperButton id={status.id} name={bodies.information?.projectName} />
      </div>
      <section className={css.section}>
        <h2>{t(['办理过程', 'History'])}</h2>
        {status.timeline.length ? (
          <Timeline
            steps={status.timeline}
            others={status.reminders.map((reminder) => ({
              after: reminder.after,
              show: <ReminderEntry reminder={reminder} />,
            }))}
            documents={bodies}
          />
        ) : (
          <p>{t(['尚未提交', 'Not submitted yet'])}</p>
        )}
      </section>
      <QueryView from={documents}>
        {(partDocuments) =>
          readableParts(status.readable).map((part) => (
            <details key={part.code} className={css.part}>
              <summary>{t(part.label)}</summary>
              <Answers fields={part.fields} values={partDocuments[part.code]?.body ?? {}} />
            </details>
          ))
        }
      </QueryView>
    </>
  )
}

/** A declaration for the people involved in it: its stage, who handles it, its history and its content. */
export const Details = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const { id = '' } = useParams()
  const status = useStatus(id)
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <QueryView from={status}>{(current) => <DeclarationDetails status={current} />}</QueryView>
    </div>
  )
}
