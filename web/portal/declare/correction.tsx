import { useState } from 'react'
import { check } from '#contract/kit/check.ts'
import { longText } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import type { Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useStoredDraft } from '#web/base/preferences/stored-draft.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState, useIdAt } from '#web/form/form-context.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PlaceList } from './place-list.tsx'

interface RemarksProps {
  readonly status: Status
  readonly documents: Readonly<Record<string, DraftPart>>
}

const isCorrecting = ({ remarks, editable }: Status): boolean => remarks.length > 0 && editable !== 'none'

/** The reviewers' remarks, repeated before the declaration is resubmitted; first those whose values have not changed. */
export const CorrectionRemarks = ({ status, documents }: RemarksProps) => {
  const t = useLocalize()
  const { id, remarks, unchanged } = status
  if (!isCorrecting(status)) return null
  const open = remarks.filter(({ at }) => unchanged.includes(at))
  const rest = remarks.filter(({ at }) => !unchanged.includes(at))
  return (
    <>
      {open.length ? (
        <Notice
          tone="ask"
          title={t([
            `以下 ${open.length} 条修改要求所指内容尚未修改`,
            `Remarks whose values have not changed: ${open.length}`,
          ])}
        >
          <PlaceList id={id} places={open} documents={documents} />
        </Notice>
      ) : null}
      {rest.length ? (
        <Notice
          title={t([
            `以下 ${rest.length} 条修改要求所指内容已修改，请核对是否落实`,
            `Check that your changes address each of these remarks (${rest.length})`,
          ])}
        >
          <PlaceList id={id} places={rest} documents={documents} />
        </Notice>
      ) : null}
    </>
  )
}

const label: Text = ['给审核单位的说明', 'Note for the reviewers']
const missing: Text = ['有修改要求所指内容未修改，请说明原因', 'Some values have not changed; please say why']
const about: Text = [
  '审核人员复核时可见，可说明如何修改，或为何不修改。',
  'The reviewers read it. Say how you have corrected the values, or why not.',
]

/** The declarant's note that goes with a corrected declaration. It is required if a remark led to no change. */
export const useCorrectionNote = (status: Status) => {
  const t = useLocalize()
  const { draft, change, clear } = useStoredDraft(`correction-${status.id}-${status.version}`, { comment: '' })
  const [fault, setFault] = useState<Text>()
  const idAt = useIdAt()
  const isApplicable = isCorrecting(status) && status.actions.includes('submit')
  const fields = { comment: longText(...label, { max: 1000, required: status.unchanged.length > 0, message: missing }) }
  const state: FormState = {
    faultAt: () => fault && t(fault),
    editable: () => true,
    hintAt: () => t(about),
    change: (_at, value) => {
      setFault(undefined)
      change({ comment: String(value ?? '') })
    },
  }
  const isComplete = () => {
    const [first] = isApplicable ? check(fields, draft, { mode: 'new' }).faults : []
    setFault(first?.text)
    if (first) document.getElementById(idAt('comment'))?.focus()
    return first === undefined
  }
  return {
    isApplicable,
    fields,
    values: draft,
    state,
    isComplete,
    clear,
    input: isApplicable ? draft : {},
  }
}

export const CorrectionNote = ({ note }: { note: ReturnType<typeof useCorrectionNote> }) =>
  note.isApplicable ? (
    <FormContext value={note.state}>
      <FieldGrid fields={note.fields} values={note.values} />
    </FormContext>
  ) : null
