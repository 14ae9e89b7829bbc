import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Fault } from '#contract/kit/fail.ts'
import { isBlank } from '#contract/project/draft-values.ts'
import { hintsOf } from '#contract/project/hints.ts'
import { type AnyPart, parts } from '#contract/project/parts.ts'
import type { Remark, Status } from '#contract/project/status.ts'
import { mayDeclare } from '#contract/project/trades.ts'
import type { FieldError, RequestOptions } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Loading, QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { HintList } from '#web/declaration/hints.tsx'
import { type PartDocument, savePart, useDocument } from '#web/declaration/part-document.ts'
import { Answers } from '#web/form/answers.tsx'
import { placeOfFault } from '#web/form/fault-place.ts'
import { FaultsWithPlaces } from '#web/form/faults-with-places.tsx'
import { FieldGrid, Rows } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { forgetPastedText, pastedTextAt } from '#web/form/pasted-texts.ts'
import { valueAt } from '#web/form/value-at.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConflictResolver } from './conflict-resolver.tsx'
import { type Draft, isDirty } from './draft.ts'
import { lockedWords } from './locked-words.ts'
import { NetworkChoice, networkPlace } from './network-choice.tsx'
import { usePartFaults } from './part-faults.ts'
import { PartFoot } from './part-foot.tsx'
import css from './part-page.module.css'
import { partUploads } from './part-uploads.ts'
import { type OpenDraft, useDraft } from './use-draft.ts'
import { isOpenPart, mayWrite } from './writable.ts'

/** The values of a part that the platform fills in itself, displayed read-only. */
const ReadOnlyAnswers = ({ part, values }: { part: AnyPart; values: FormValues }) => {
  const fields = Object.fromEntries(Object.entries(part.fields).filter(([, { direction }]) => direction === 'out'))
  return Object.keys(fields).length ? (
    <div className={css.answers}>
      <Answers fields={fields} values={values} />
    </div>
  ) : null
}

/** What was pasted into a field and is no value of it, until the field is filled in or the user needs it no more. */
const PastedNote = ({ at }: { at: string }) => {
  const t = useLocalize()
  const [text, setText] = useState(() => pastedTextAt(at))
  if (text === undefined) return null
  return (
    <span className={css.note}>
      <span>{t([`粘贴的内容：${text}`, `Pasted: ${text}`])}</span>
      <Button
        kind="link"
        aria-label={t([`不再显示粘贴的内容：${text}`, `Hide what was pasted: ${text}`])}
        onClick={() => {
          forgetPastedText(at)
          setText(undefined)
        }}
      >
        {t(['不再显示', 'Hide'])}
      </Button>
    </span>
  )
}

/** The reviewers' remarks on one field. */
const FieldRemarks = ({ remarks }: { remarks: readonly Remark[] }) => {
  const t = useLocalize()
  return remarks.map(({ text }) => (
    <span key={text} className={css.remark}>
      <strong>{t(['修改要求：', 'Correction required: '])}</strong>
      {text}
    </span>
  ))
}

interface Props {
  readonly status: Status
  readonly part: AnyPart
}

/** Milliseconds after which hints are tried again that would have moved the page under an open list. */
const retryPause = 1000

/** An open list of a field; that of a select where the browser says whether it is open. */
const openList = CSS.supports('selector(:open)') ? '[aria-expanded="true"], select:open' : '[aria-expanded="true"]'

/**
 * Hints on the saved values only: a number that is still being typed must not cause one. They take room, so they wait while a list is
 * open: it closes when the page moves.
 */
const useSavedHints = (draft: Draft, code: string, information: FormValues | undefined): Fault[] => {
  const [saved, setSaved] = useState(draft.typed)
  useEffect(() => {
    if (isDirty(draft)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      if (document.activeElement?.matches(openList)) timer = setTimeout(show, retryPause)
      else setSaved(draft.typed)
    }
    show()
    return () => clearTimeout(timer)
  }, [draft])
  return useMemo(() => hintsOf({ information, [code]: saved }), [information, code, saved])
}

/** What the form shows at each field: its fault, the reviewers' remarks and the hints on its value. */
const usePartForm = (
  { status, part }: Props,
  { draft, dispatch }: OpenDraft,
  faults: readonly FieldError[],
): FormState => {
  const { data: information } = useDocument(status.id, parts[0] as AnyPart)
  const hints = useSavedHints(draft, part.code, information?.body)
  const { editable, remarks } = status
  return {
    uploads: partUploads(status.id, part),
    faultAt: (at) => faults.find((fault) => fault.at === at)?.msg,
    editable: (at) => mayWrite(editable, `${part.code}.${at}`),
    controlAt: (at) => (at === networkPlace ? NetworkChoice : undefined),
    change: (at, value) => dispatch({ type: 'typed', change: (values) => withValue(values, at.split('.'), value) }),
    isOffered: (field, value) => field.of !== 'industry' || mayDeclare(value),
    hintAt: (at) => {
      const fieldRemarks = remarks.filter((remark) => remark.at === `${part.code}.${at}`)
      return fieldRemarks.length ? <FieldRemarks remarks={fieldRemarks} /> : null
    },
    noteAt: (at) => {
      // no hints on read-only fields
      const fieldHints = hints.filter((hint) => hint.at === `${part.code}.${at}` && mayWrite(editable, hint.at))
      const isPasted = pastedTextAt(at) !== undefined && isBlank(valueAt(draft.typed, at.split('.')))
      if (!fieldHints.length && !isPasted) return null
      return (
        <>
          {fieldHints.length ? <HintList hints={fieldHints} /> : null}
          {isPasted ? <PastedNote at={at} /> : null}
        </>
      )
    },
  }
}

/** The remarks on the part as a whole. */
const PartRemarks = ({ status, part }: Props) => {
  const t = useLocalize()
  return status.remarks
    .filter(({ at }) => at === part.code)
    .map(({ text }) => (
      <Notice key={text} tone="ask" title={t(['修改要求', 'Remark'])}>
        <p>{text}</p>
      </Notice>
    ))
}

const PartEditor = ({ status, part, partDocument }: Props & { partDocument: PartDocument }) => {
  const [faults, setFaults] = usePartFaults(status, part)
  const savedAt = status.parts.find(({ code }) => code === part.code)?.savedAt ?? null
  const save = useCallback(
    (values: FormValues, version: number, extra: RequestOptions) =>
      savePart(status.id, part.code, values, version, extra),
    [status.id, part.code],
  )
  const draftState = useDraft({ pid: status.id, part: part.code, serverDocument: { ...partDocument, savedAt }, save })
  const { draft, dispatch, flush } = draftState
  const form = usePartForm({ status, part }, draftState, faults)
  return (
    <>
      <PartRemarks status={status} part={part} />
      {draft.serverVersion ? (
        <ConflictResolver part={part} draft={draft} choose={(which) => dispatch({ type: 'choose', which })} />
      ) : null}
      <FaultsWithPlaces faults={faults} placeOf={(at) => placeOfFault(part.fields, at, draft.typed)} />
      <ReadOnlyAnswers part={part} values={draft.typed} />
      <FormContext value={form}>
        <FieldGrid fields={part.fields} values={draft.typed} />
      </FormContext>
      <PartFoot status={status} part={part} draft={draft} flush={flush} onFaults={setFaults} />
    </>
  )
}

/** With the code of lists, so that a link to a field in a row finds it at once. */
const Editor = lazyComponent(async () => {
  await Rows.preload()
  return PartEditor
}, Loading)

/** One part of the declaration. It autosaves while the user types and displays the save state. */
export const PartPage = ({ status, part }: Props) => {
  const t = useLocalize()
  useDocumentTitle(part.label)
  const document = useDocument(status.id, part)
  return (
    <>
      <nav aria-label={t(['当前位置', 'You are here'])} className="muted">
        <Link to={`?id=${status.id}`}>{t(['填报清单', 'Task list'])}</Link> › {t(part.label)}
      </nav>
      <h1>{t(part.label)}</h1>
      <p className="muted large">{t(part.why)}</p>
      {isOpenPart(status.editable, part.code) ? null : <Notice title={t(lockedWords(status, part.code))} />}
      <QueryView from={document as Parameters<typeof QueryView<PartDocument>>[0]['from']}>
        {(partDocument) => <Editor status={status} part={part} partDocument={partDocument} />}
      </QueryView>
    </>
  )
}
