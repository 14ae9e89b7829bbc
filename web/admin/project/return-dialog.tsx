import type { KeyboardEvent } from 'react'
import { choice, dict } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { lacksPlace, paperTypeOf } from '#contract/project/moves-of-many.ts'
import { commonRemark } from '#contract/project/transition-input.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useOptions } from '#web/base/api/options.ts'
import { useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldRow } from '#web/form/field-row.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { rowsOf } from '../crud/bulk/outcome.ts'
import { RestoredNotice } from '../dialog/restored-notice.tsx'
import { useConfirmLeave } from '../dialog/use-confirm-leave.ts'
import { usePageForm } from '../dialog/use-page-form.ts'
import { OpinionControl, WithOpinionValues } from '../opinion/opinion-field.tsx'
import { CheckedFrame, type DialogProps } from './checked-dialog.tsx'
import { placeChoices, withPlace } from './return-places.ts'

const note: Text = [
  '各申报单位收到同一条修改要求，退回后只能修改所选位置，请一次性列全。',
  'Each declarant gets this remark and can then change only this place, so list everything at once.',
]

// that of the papers; their part would come with the fields of all others
const paperType = dict('材料类型', 'Type', { of: 'material_type' })

const initial = { place: null, remark: null }
const controls = { remark: OpinionControl }

/** The one remark, and which of the checked declarations have its place. */
const useCommonRemark = ({ checked, busy, confirm }: DialogProps) => {
  const t = useLocalize()
  const focusAt = useFocusAt()
  const papers = useOptions(paperType)
  const paperName = (type: string) => papers?.find(({ value }) => value === type)?.label ?? type
  const fields = {
    place: choice(...commonRemark.place.label, {
      required: true,
      message: commonRemark.place.message,
      choices: placeChoices(checked.outcomes, paperName),
    }),
    remark: commonRemark.remark,
  }
  const { form, clearUnsent, ...page } = usePageForm({ name: 'return', initial, controls, fieldsFor: () => fields })
  const { values } = form
  const place = values.place ? String(values.place) : null
  const type = place && paperTypeOf(place)
  const outcomes = withPlace(checked.outcomes, place, t(lacksPlace))
  const send = async () => {
    if (busy !== null) return
    const [first] = page.validate()
    if (first) return focusAt(first.at)
    const rows = rowsOf(outcomes, true)
    const isSent = rows.length > 0 && (await confirm(rows, { place: String(place), remark: String(values.remark) }))
    if (isSent) clearUnsent()
  }
  return {
    ...{ fields, values, outcomes, send, clearUnsent, isRestored: page.isRestored },
    state: { ...page.state, editable: () => busy === null },
    missing: type ? paperName(type) : null,
  }
}

/** Returns the checked declarations with one remark, at a place that each of them has. */
export const ReturnDialog = (props: DialogProps) => {
  const t = useLocalize()
  const { fields, values, outcomes, state, send, clearUnsent, isRestored, missing } = useCommonRemark(props)
  const leave = useConfirmLeave(Boolean(values.remark), () => {
    clearUnsent()
    props.close()
  })
  const sendByChord = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  return (
    <CheckedFrame
      checked={{ ...props.checked, outcomes }}
      busy={props.busy}
      send={() => void send()}
      close={() => void leave()}
      chord="Control+Enter"
    >
      {rowsOf(props.checked.outcomes, true).length ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its fields
        <div className="above-12" onKeyDown={sendByChord}>
          <p className="below-12 muted">{t(note)}</p>
          <WithOpinionValues value={{ missing }}>
            <FormContext value={state}>
              <div className="stack gap-16">
                {isRestored ? <RestoredNotice /> : null}
                {Object.keys(fields).map((name) => (
                  <FieldRow key={name} fields={fields} name={name} values={values} inside="" />
                ))}
              </div>
            </FormContext>
          </WithOpinionValues>
        </div>
      ) : null}
    </CheckedFrame>
  )
}
