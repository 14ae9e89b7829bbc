import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { readableParts } from '#contract/project/readable.ts'
import type { Status } from '#contract/project/status.ts'
import { ask, type FieldError, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { HintsAt, useHints, WithHints } from '#web/declaration/hints.tsx'
import { type PartDocument, useDocuments } from '#web/declaration/part-document.ts'
import { Answers } from '#web/form/answers.tsx'
import { FaultsWithPlaces } from '#web/form/faults-with-places.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import { Commitment, useCommitment } from './commitment.tsx'
import { CorrectionNote, CorrectionRemarks, useCorrectionNote } from './correction.tsx'
import css from './final-check.module.css'
import { OpenUploads, useIsUploading } from './open-uploads.tsx'
import { placeAddress } from './place-address.ts'
import { placeInParts } from './place-in-parts.ts'
import { PlaceList } from './place-list.tsx'
import { isOpenPart, mayWrite } from './writable.ts'

const title: Text = ['核对填报内容', 'Check your answers']

const locked: Text = [
  '提交后内容将被锁定，受理前可以撤回。',
  'The declaration is then locked; you can withdraw it until it is accepted for review.',
]
/** A corrected declaration goes back to those who returned it, who have accepted it before. */
const lockedAfterReturn: Text = [
  '提交后内容将被锁定，由退回的单位复核，不能撤回。',
  'The declaration is then locked and goes back to those who returned it; it can no longer be withdrawn.',
]

/** The list of improbable values. These hints do not block submission. */
const Hints = ({ id, documents }: { id: string; documents: Readonly<Record<string, DraftPart>> }) => {
  const t = useLocalize()
  const hints = useHints()
  if (hints.length === 0) return null
  return (
    <Notice
      tone="ask"
      title={t([
        `请再核实以下 ${hints.length} 处内容（提示，不影响提交）`,
        `Please double-check the values below (${hints.length}). You can still submit.`,
      ])}
    >
      <PlaceList id={id} places={hints.map(({ at, text }) => ({ at, text: t(text) }))} documents={documents} />
    </Notice>
  )
}

/** Every filled-in value, part by part. Hints on improbable values appear above the parts and beside the values. */
const FilledParts = ({
  status,
  partDocuments,
}: {
  status: Status
  partDocuments: Readonly<Record<string, PartDocument>>
}) => {
  const t = useLocalize()
  const { id, editable, readable } = status
  const documents = useMemo(
    () => Object.fromEntries(Object.entries(partDocuments).map(([code, { body }]) => [code, body])),
    [partDocuments],
  )
  return (
    <WithHints documents={documents} of={(at) => mayWrite(editable, at)}>
      <CorrectionRemarks status={status} documents={documents} />
      <Hints id={id} documents={documents} />
      {readableParts(readable).map((part) => (
        <section key={part.code} className={css.part}>
          <div className={css.head}>
            <h2>{t(part.label)}</h2>
            {isOpenPart(editable, part.code) ? (
              <Link to={`?id=${id}&part=${part.code}`}>
                {t(['修改', 'Edit'])}
                <span className="hidden-words">{t(part.label)}</span>
              </Link>
            ) : null}
          </div>
          <Answers
            fields={part.fields}
            values={documents[part.code] ?? {}}
            after={(at) => <HintsAt at={`${part.code}.${at}`} />}
          />
        </section>
      ))}
    </WithHints>
  )
}

/** The request that submits the declaration, and what is entered for it. */
const useSubmission = (status: Status) => {
  const navigate = useNavigate()
  const form = useForm({})
  const note = useCorrectionNote(status)
  const commitment = useCommitment()
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const submit = async () => {
    // the first of two faults gets the focus
    const isCommitted = commitment.isComplete()
    if (!note.isComplete() || !isCommitted) return
    const isSubmitted = await form.run(async () => {
      const { id, version } = status
      await ask(
        declaration.calls.submitStatus,
        { id, version, action: 'submit', ...note.input, ...commitment.input },
        { headers: { 'idempotency-key': key } },
      )
      await invalidate(declaration.path, ...deskPaths)
    })
    if (!isSubmitted) return
    note.clear()
    navigate(`?id=${status.id}&step=done`, { replace: true })
  }
  return { form, note, commitment, submit }
}

/** The final check before submission: all parts, each with a link to edit it. */
export const FinalCheck = ({ status }: { status: Status }) => {
  const t = useLocalize()
  useDocumentTitle(title)
  const navigate = useNavigate()
  const documents = useDocuments(status.id)
  const { form, note, commitment, submit } = useSubmission(status)
  const isUploading = useIsUploading(status.id)
  const missingFaults: FieldError[] = status.missing.map(({ at, text }) => ({ at, msg: t(text) }))
  const faults = form.faults.length ? form.faults : missingFaults
  const open = (at: string) => navigate(placeAddress(status.id, at))

  return (
    <>
      <h1>{t(title)}</h1>
      <FaultsWithPlaces faults={faults} go={open} placeOf={(at) => placeInParts(at, documents.data ?? {})} />
      <OpenUploads id={status.id} />
      <QueryView from={documents}>
        {(partDocuments) => <FilledParts status={status} partDocuments={partDocuments} />}
      </QueryView>
      <CorrectionNote note={note} />
      {status.actions.includes('submit') ? (
        <Commitment commitment={commitment} disabled={form.busy}>
          {t(status.status === 70 ? lockedAfterReturn : locked)}
        </Commitment>
      ) : null}
      {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
      <div className={page.actions}>
        {status.actions.includes('submit') ? (
          <Button
            kind="main"
            busy={form.busy}
            disabled={missingFaults.length > 0 || isUploading}
            onClick={() => void submit()}
          >
            {t(['提交申报', 'Submit the declaration'])}
          </Button>
        ) : null}
        <Link className={page.aside ?? ''} to={`?id=${status.id}`}>
          {t(['返回清单', 'Back to the list'])}
        </Link>
      </div>
    </>
  )
}
