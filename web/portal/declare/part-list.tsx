import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isBlank } from '#contract/project/draft-values.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { partStates } from '#contract/project/part.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { isUntouched } from '#contract/project/prefilled.ts'
import { readableParts } from '#contract/project/readable.ts'
import { isReturn } from '#contract/project/stages.ts'
import type { Detail, Status } from '#contract/project/status.ts'
import { transitions } from '#contract/project/transitions.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { useDocumentTitle } from '#web/base/page/page.tsx'
import { useDocuments } from '#web/declaration/part-document.ts'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice, type Tone } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import { DeclarantTransitions } from './declarant-transitions.tsx'
import { returnedToDeclarant } from './locked-words.ts'
import css from './part-list.module.css'
import { uploadWords, useUploadCount } from './part-uploads.ts'
import { PlaceList } from './place-list.tsx'
import { savedTime } from './saved-time.ts'
import { isOpenPart, mayWrite } from './writable.ts'

const title: Text = ['填报清单', 'Task list']
const tones: readonly Tone[] = ['calm', 'busy', 'good', 'bad', 'calm']

const Task = ({ status, part }: { status: Status; part: AnyPart }) => {
  const t = useLocalize()
  const { state = 0, savedAt, faults = 0 } = status.parts.find(({ code }) => code === part.code) ?? {}
  const open = isOpenPart(status.editable, part.code)
  const uploads = uploadWords(useUploadCount(status.id)(part.code))
  const isInvited = state === 4 && mayWrite(status.editable, operatorSection)
  const progress = isUntouched(status, part) ? 0 : state
  const words = isInvited ? t(['待您填写', 'For you to fill in']) : t(partStates[progress] ?? partStates[0])
  return (
    <li className={css.task}>
      <Link to={`?id=${status.id}&part=${part.code}`}>{t(part.label)}</Link>
      <span className="muted small">
        {uploads.map((one) => `${t(one)} `)}
        {savedAt ? t([`保存于 ${savedTime(savedAt)}`, `Saved ${savedTime(savedAt)}`]) : ''}
      </span>
      <span className={css.state} data-tone={open ? tones[progress] : 'calm'}>
        <span>{open ? words : t(['只读', 'Read-only'])}</span>
        {open && progress === 1 && faults ? (
          <span>{t([`${faults} 处待完善`, `${faults} ${faults === 1 ? 'item' : 'items'} to complete`])}</span>
        ) : null}
      </span>
    </li>
  )
}

/** Until when a returned declaration can be submitted, or that this was possible until then. */
const limitWords = (last: string): Text => {
  const day = last.slice(0, 10)
  return Date.now() > Date.parse(`${last.replace(' ', 'T')}+08:00`)
    ? [
        `修改期限已于 ${day} 24:00 届满，不能再提交。`,
        `The time to correct it ended on ${day} at 24:00, so it can no longer be submitted.`,
      ]
    : [
        `请在 ${day}（含当日）前重新提交，逾期将归档。`,
        `Submit it again by the end of ${day}; after that it is archived.`,
      ]
}

/** That a correction has expired, and what can be done about it. */
const ExpiredNotice = ({ status }: { status: Status }) => {
  const t = useLocalize()
  const last = status.timeline.at(-1)
  return last?.move === 'expire' ? <Notice title={t(transitions.expire.label)}>{last.comment}</Notice> : null
}

const ReturnedNotice = ({ status }: { status: Status }) => {
  const t = useLocalize()
  const { data: partDocuments = {} } = useDocuments(status.id)
  const documents = Object.fromEntries(Object.entries(partDocuments).map(([code, { body }]) => [code, body]))
  const last = status.timeline.findLast(isReturn)
  // the operator sees the notice, but cannot edit
  if (status.editable === 'none')
    return (
      <Notice title={t(returnedToDeclarant)}>
        <PlaceList id={status.id} places={status.remarks} documents={documents} />
      </Notice>
    )
  return (
    <Notice tone="ask" title={t(['申报已退回修改', 'Returned for correction'])}>
      {last?.comment ? <p>{last.comment}</p> : null}
      <p>
        {t([
          `审核单位提出 ${status.remarks.length} 条修改要求，仅所列内容可以修改，修改后请重新提交。`,
          `Reviewers’ remarks: ${status.remarks.length}. You can change only the items listed below. Submit again when you are done.`,
        ])}
      </p>
      {status.expectedAt ? <p>{t(limitWords(status.expectedAt))}</p> : null}
      <PlaceList id={status.id} places={status.remarks} documents={documents} />
    </Notice>
  )
}

/** One sentence: the number of completed parts, or of parts that can be edited. */
const progressOf = ({ editable, readable, parts: saved }: Status): Text => {
  const parts = readableParts(readable)
  const complete = saved.filter(({ state }) => state === 2).length
  const open = parts.filter(({ code }) => isOpenPart(editable, code)).length
  if (editable === 'all')
    return [
      `共 ${parts.length} 个部分，已完成 ${complete} 个。可按任意顺序填写。`,
      `${complete} of ${parts.length} parts are complete. You can work on them in any order.`,
    ]
  if (open === 0) return [`共 ${parts.length} 个部分，均为只读。`, `All ${parts.length} parts are read-only.`]
  return [
    `共 ${parts.length} 个部分，其中 ${open} 个可以修改，其余只读。`,
    `You can edit ${open} of ${parts.length} parts. The others are read-only.`,
  ]
}

/**
 * Which project it is, and whose; the box keeps its height until they are loaded. Not from the document of the part, as its page would
 * then open with what the list has read.
 */
const ProjectName = ({ id }: { id: string }) => {
  const { data } = useAnswer<{ id?: string | null }, Detail>(declaration.calls.detail, { id }, { staleTime: 0 })
  const { projectName, commpanyName } = declaration.fields
  const nameOf = (value: unknown) => (isBlank(value) ? null : String(value))
  return (
    <div className={css.project}>
      <Facts
        isLarge
        of={[
          [projectName.label, nameOf(data?.projectName)],
          [commpanyName.label, nameOf(data?.commpanyName)],
        ]}
      />
    </div>
  )
}

/** The list of parts with the progress of each. Parts can be filled in in any order. */
export const PartList = ({ status }: { status: Status }) => {
  const t = useLocalize()
  // an invited operator hands its section back; reading the status comes second
  const isTheirTurn = status.actions.includes('confirm')
  useDocumentTitle(title)
  return (
    <>
      <div className="row wrap middle gap-8 gap-x-16">
        <h1>{t(title)}</h1>
        <StageTag code={status.status} name={status.stageName} />
        {status.declareNo ? <span>{status.declareNo}</span> : null}
      </div>
      <ProjectName id={status.id} />
      {status.status === 70 ? <ReturnedNotice status={status} /> : <ExpiredNotice status={status} />}
      <p>{t(progressOf(status))}</p>
      <ol className={css.tasks}>
        {readableParts(status.readable).map((part) => (
          <Task key={part.code} status={status} part={part} />
        ))}
      </ol>
      <div className={page.actions}>
        {status.actions.includes('submit') ? (
          <Link className={buttonClass('main')} to={`?id=${status.id}&step=check`}>
            {t(['核对并提交', 'Check and submit'])}
          </Link>
        ) : null}
        {isTheirTurn ? <DeclarantTransitions status={status} main="confirm" /> : null}
        {status.actions.includes('submit') ? null : (
          <Link className={buttonClass(isTheirTurn ? 'plain' : 'main')} to={`/projectDetails/${status.id}`}>
            {t(['查看申报状态', 'View status'])}
          </Link>
        )}
        {isTheirTurn ? null : <DeclarantTransitions status={status} />}
      </div>
    </>
  )
}
