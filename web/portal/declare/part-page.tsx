import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Fault } from '#contract/kit/fail.ts'
import { hintsOf } from '#contract/project/hints.ts'
import { type AnyPart, parts } from '#contract/project/parts.ts'
import { isWithin } from '#contract/project/paths.ts'
import type { Status } from '#contract/project/status.ts'
import { mayDeclare } from '#contract/project/trades.ts'
import type { FieldError, RequestOptions } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView, useDocumentTitle } from '#web/base/page.tsx'
import { HintList } from '#web/declaration/hints.tsx'
import { fetchStatus, type PartDocument, savePart, useDocument } from '#web/declaration/part-document.ts'
import { FaultSummary, useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import { ConflictResolver } from './conflict-resolver.tsx'
import { type Draft, isDirty } from './draft.ts'
import { FieldRemarks } from './field-remarks.tsx'
import css from './part-page.module.css'
import { ReadOnlyAnswers } from './read-only-answers.tsx'
import { SaveState } from './save-state.tsx'
import { useDraft } from './use-draft.ts'
import { isOpenPart, mayWrite } from './writable.ts'

interface Props {
  readonly status: Status
  readonly part: AnyPart
}

/** Faults of one part, with paths relative to the part. */
const faultsOf = (status: Status, code: string, t: ReturnType<typeof useLocalize>): FieldError[] =>
  status.missing
    .filter(({ at }) => isWithin(at, [code]))
    .map(({ at, text }) => ({ at: at.slice(code.length + 1), msg: t(text) }))

/** Hints on the saved values only: a number that is still being typed must not cause one. */
const useSavedHints = (draft: Draft, code: string, information: FormValues | undefined): Fault[] => {
  const [saved, setSaved] = useState(draft.typed)
  useEffect(() => {
    if (!isDirty(draft)) setSaved(draft.typed)
  }, [draft])
  return useMemo(() => hintsOf({ information, [code]: saved }), [information, code, saved])
}

const Editor = ({ status, part, partDocument }: Props & { partDocument: PartDocument }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const requestedPath = useSearchParams()[0].get('at')
  const focusAt = useFocusAt()
  // a link to one field opens the page with its faults displayed
  const [faults, setFaults] = useState<readonly FieldError[]>(() =>
    requestedPath ? faultsOf(status, part.code, t) : [],
  )
  const [busy, setBusy] = useState(false)
  const savedAt = status.parts.find(({ code }) => code === part.code)?.savedAt ?? null
  const save = useCallback(
    (values: FormValues, version: number, extra: RequestOptions) =>
      savePart(status.id, part.code, values, version, extra),
    [status.id, part.code],
  )
  const source = useMemo(() => ({ ...partDocument, savedAt }), [partDocument, savedAt])
  const { draft, dispatch, flush } = useDraft({ pid: status.id, part: part.code, serverDocument: source, save })
  const { editable, remarks } = status
  const { data: information } = useDocument(status.id, parts[0] as AnyPart)
  const hints = useSavedHints(draft, part.code, information?.body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (requestedPath) focusAt(requestedPath)
  }, [])

  const state: FormState = {
    faultAt: (at) => faults.find((fault) => fault.at === at)?.msg,
    editable: (at) => mayWrite(editable, `${part.code}.${at}`),
    change: (at, value) => dispatch({ type: 'typed', change: (values) => withValue(values, at.split('.'), value) }),
    isOffered: (field, value) => field.of !== 'industry' || mayDeclare(value),
    hintAt: (at) => {
      const fieldRemarks = remarks.filter((remark) => remark.at === `${part.code}.${at}`)
      return fieldRemarks.length ? <FieldRemarks remarks={fieldRemarks} /> : null
    },
    noteAt: (at) => {
      // no hints on read-only fields
      const fieldHints = hints.filter((hint) => hint.at === `${part.code}.${at}` && mayWrite(editable, hint.at))
      return fieldHints.length ? <HintList hints={fieldHints} /> : null
    },
  }
  const list = `?id=${status.id}`
  const isOpen = isOpenPart(editable, part.code)
  const nextPart = parts.slice(parts.indexOf(part) + 1).find(({ code }) => isOpenPart(editable, code))
  const back = async () => {
    await flush()
    navigate(list)
  }
  const next = async () => {
    setBusy(true)
    const isSaved = await flush()
    const currentStatus = isSaved ? await fetchStatus(status.id).catch(() => null) : null
    setBusy(false)
    if (!currentStatus) return
    const partFaults = faultsOf(currentStatus, part.code, t)
    setFaults(partFaults)
    if (partFaults.length) return
    navigate(nextPart ? `${list}&part=${nextPart.code}` : list)
  }

  return (
    <>
      {remarks
        .filter(({ at }) => at === part.code)
        .map(({ text }) => (
          <Notice key={text} tone="ask" title={t(['修改要求', 'To correct'])}>
            <p>{text}</p>
          </Notice>
        ))}
      {draft.serverVersion ? (
        <ConflictResolver part={part} draft={draft} choose={(which) => dispatch({ type: 'choose', which })} />
      ) : null}
      <FaultSummary faults={faults} />
      <ReadOnlyAnswers part={part} values={draft.typed} />
      <FormContext value={state}>
        <FieldGrid fields={part.fields} values={draft.typed} />
      </FormContext>
      <div className={css.foot}>
        {isOpen ? (
          <Button kind="main" busy={busy} onClick={() => void next()}>
            {nextPart
              ? t(['保存并填写下一部分', 'Save and continue'])
              : t(['保存并完成本部分', 'Save and finish this part'])}
          </Button>
        ) : null}
        <Button onClick={() => void back()}>{t(['返回清单', 'Back to the list'])}</Button>
        {isOpen ? <SaveState draft={draft} retry={() => void flush()} /> : null}
      </div>
    </>
  )
}

/** One part of the declaration. It autosaves while the user types and displays the save state. */
export const PartPage = ({ status, part }: Props) => {
  const t = useLocalize()
  useDocumentTitle(part.label)
  const document = useDocument(status.id, part)
  return (
    <>
      <nav aria-label={t(['位置', 'Where you are'])} className={css.trail}>
        <Link to={`?id=${status.id}`}>{t(['填报清单', 'Task list'])}</Link> › {t(part.label)}
      </nav>
      <h1>{t(part.label)}</h1>
      <p className={page.lead}>{t(part.why)}</p>
      <QueryView from={document as Parameters<typeof QueryView<PartDocument>>[0]['from']}>
        {(partDocument) => <Editor status={status} part={part} partDocument={partDocument} />}
      </QueryView>
    </>
  )
}
